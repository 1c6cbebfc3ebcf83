#pragma once

void dump_all(float *p);
void dump_one(float *p);
