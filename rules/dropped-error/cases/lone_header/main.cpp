#include "alarm.h"
#include CLOCKS

struct state {
	int stopwatch;
};

int main()
{
	alarm_clock clock;
	calendar days;
	state now = {1};
	return clock.rings() + days.is_over() + now.stopwatch;
}
