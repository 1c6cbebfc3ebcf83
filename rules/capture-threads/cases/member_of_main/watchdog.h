// What a program's main captures beside, and makes itself, though it stands in another file.
#pragma once
#include <thread>

class Watchdog {
public:
	Watchdog();
	~Watchdog();

private:
	void poll();
	bool quit = false;
	std::thread thread;
};
