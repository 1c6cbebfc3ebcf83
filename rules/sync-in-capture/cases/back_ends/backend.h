// One interface, implemented for each device; a build holds one of them.
#pragma once

class Backend {
public:
	virtual ~Backend() = default;
	virtual void add(float *x, int n) = 0;
	virtual void scale(float *x, int n) = 0;
};
