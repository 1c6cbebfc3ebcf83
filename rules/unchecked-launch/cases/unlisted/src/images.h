#pragma once

void blur(float *p);
void crop(float *p);
void emboss(float *p);
void scale(float *p);
