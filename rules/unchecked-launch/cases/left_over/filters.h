#pragma once

void add(float *p);
void blur(float *p);
void crop(float *p);
void dim(float *p);
void erode(float *p);
void fade(float *p);
void grow(float *p);
void hue(float *p);
void invert(float *p);
void join(float *p);
void keep(float *p);
