#pragma once

void launch_scale(float *x, int n);
void launch_fill(float *x, int n);
template <typename T>
void launch_cast(T *x, int n);
