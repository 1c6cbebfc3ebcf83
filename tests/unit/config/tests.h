#ifndef CAPLINT_TEST_CONFIG_H
#define CAPLINT_TEST_CONFIG_H

#include "config/config.h"

#include <check.h>

TCase *toml_tests(void);
TCase *config_tests(void);

extern struct arena arena;

#endif
