#include "engine.h"

#include <cstdio>
#include <exception>

int main()
{
	try {
		Engine engine(64);
		for (int rows = 8; rows <= 64; rows *= 2)
			for (int i = 0; i < 4; i++)
				engine.step(rows);
	} catch (const std::exception &e) {
		std::fprintf(stderr, "%s\n", e.what());
		return 1;
	}
	return 0;
}
