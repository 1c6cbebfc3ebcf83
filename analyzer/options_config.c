/* The options that a configuration file may set: which they are, setting them, and what they hold. */
#include "options_local.h"

#include <string.h>

/* Those that a configuration file may set, in the order in which they are documented. */
static const struct {
	const char *name;
	enum config_type type;
} in_config[] = {
	{"select", CONFIG_RULES},       {"ignore", CONFIG_RULES},          {"level", CONFIG_CHOICE},      {"fail-on", CONFIG_CHOICE},
	{"exclude", CONFIG_NAMES},      {"all", CONFIG_FLAG},              {"baseline", CONFIG_PATH},     {"strict", CONFIG_FLAG},
	{"exit-zero", CONFIG_FLAG},     {"compile-commands", CONFIG_PATH}, {"cuda-path", CONFIG_PATH},
	{"hip-semantics", CONFIG_CHOICE}, {"max-file-size", CONFIG_SIZE},
};

static const struct option *option_of(u32 key)
{
	for (size_t i = 0; i < option_count; i++)
		if (!strcmp(option_table[i].name, in_config[key].name))
			return &option_table[i];
	bug("'%s' is no option", in_config[key].name);
}

const struct config_key *options_keys(u32 *n)
{
	static struct config_key keys[COUNT(in_config)];
	*n = COUNT(in_config);
	for (u32 i = 0; i < *n; i++) {
		const struct option *option = option_of(i);
		keys[i] = (struct config_key){option->name, in_config[i].type, option->choices, option->help};
	}
	return keys;
}

struct option_origin options_key_origin(const struct options *o, u32 key) { return o->origins[option_row(option_of(key))]; }

bool options_configure(struct options *o, u32 key, const char *value, bool is_first, u32 line, u32 column, struct strbuf *err)
{
	const struct option *option = option_of(key);
	struct option_origin *origin = &o->origins[option_row(option)];
	struct setting to = {o, "", err};
	char *at = (char *)o + option->offset;
	if (origin->from == ORIGIN_COMMAND_LINE)
		return true;
	*origin = (struct option_origin){ORIGIN_CONFIG, line, column};
	if (option->kind == WORDS) {
		struct words *words = (struct words *)(void *)at;
		if (is_first)
			words->list.n = 0;
		if (value)
			vec_push(&o->arena, &words->list, value); /* a comma is a part of it */
		return true;
	}
	if (option->kind == FLAG) {
		memcpy(at, &(bool){!strcmp(value, "true")}, sizeof(bool));
		return true;
	}
	return option_set(&to, option, value);
}

bool options_key_value(const struct options *o, u32 key, u32 index, struct strbuf *out)
{
	const struct option *option = option_of(key);
	const char *at = (const char *)o + option->offset, *text = NULL;
	u32 chosen;
	u64 number;
	bool flag;
	if (option->kind == WORDS) {
		const struct words *words = (const struct words *)(const void *)at;
		if (index < words->list.n)
			strbuf_puts(out, words->list.at[index]);
		return index < words->list.n;
	}
	if (index)
		return false;
	if (option->kind == FLAG) {
		memcpy(&flag, at, sizeof flag);
		strbuf_puts(out, flag ? "true" : "false");
	} else if (option->kind == CHOICE) {
		memcpy(&chosen, at, sizeof chosen);
		strbuf_puts(out, option->choices[chosen]);
	} else if (option->kind == BYTES) {
		memcpy(&number, at, sizeof number);
		strbuf_addf(out, "%llu", (unsigned long long)number);
	} else {
		memcpy(&text, at, sizeof text);
		strbuf_puts(out, text ? text : "");
	}
	return option->kind != TEXT || text;
}
