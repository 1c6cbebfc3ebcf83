#pragma once
void paint_all(float *p, int n);
void blur_all(float *p, int n);
