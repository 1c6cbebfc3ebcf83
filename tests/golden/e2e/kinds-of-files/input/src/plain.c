#include "pool.h"

int add(int a, int b)
{
	return a + b;
}
