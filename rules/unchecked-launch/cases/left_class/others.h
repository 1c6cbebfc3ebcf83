// Another class of the name.
#pragma once

namespace second {
class Sharpen {
public:
	void apply(float *p, int n);
};
}
