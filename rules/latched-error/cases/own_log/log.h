#pragma once
#include <cstdlib>
#include <iostream>
#include <sstream>

struct message {
	~message() { std::cerr << text.str(); }
	std::ostream &stream() { return text; }
	std::ostringstream text;
};

struct last_message : message {
	~last_message()
	{
		std::cerr << text.str();
		std::abort();
	}
};

#define NOTE_INFO message()
#define NOTE_FATAL last_message()
#define LOG(level) NOTE_##level.stream()
