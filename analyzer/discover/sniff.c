#include "discover/sniff.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

enum { LOOKED_AT = 64 << 10 };

/* Each is rare in prose, scripts and data. */
static const char *const typical[] = {
	"\n#include <", "\n#include \"", "\n#pragma once", "__global__ ", "__device__ ", ">>>(", "\ntemplate <", "\ntemplate<",
	"\nnamespace ", "\nextern \"C\"",
};

static enum language language_of_text(const char *text)
{
	const char *line_end = strchr(text, '\n');
	const char *python = strstr(text, "python");
	if (!strncmp(text, "\n#!", 3))
		return python && line_end && python < strchrnul(line_end + 1, '\n') ? LANG_PYTHON : LANG_NONE;
	for (size_t i = 0; i < COUNT(typical); i++)
		if (strstr(text, typical[i]))
			return LANG_CPP;
	return LANG_NONE;
}

enum language language_by_content(const char *path)
{
	char text[LOOKED_AT + 2];
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	ssize_t n = fd < 0 ? -1 : read(fd, text + 1, LOOKED_AT);
	if (fd >= 0)
		close(fd);
	if (n <= 0 || memchr(text + 1, 0, (size_t)n))
		return LANG_NONE;
	text[0] = '\n';
	text[n + 1] = 0;
	return language_of_text(text);
}
