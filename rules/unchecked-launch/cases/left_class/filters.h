// The classes of a program, one of which was left when its last user went.
#pragma once

namespace first {
class Smooth {
public:
	void apply(float *p, int n);
};

class Sharpen {
public:
	void apply(float *p, int n);
private:
	int width_ = 1;
};
}
