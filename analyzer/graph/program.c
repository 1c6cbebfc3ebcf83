/* Linking units: program-wide names and functions, and the tables that resolution reads. */
#include "graph/constant.h"
#include "graph/element_class.h"
#include "graph/held_function.h"
#include "graph/link.h"
#include "graph/special.h"
#include "graph/python_link.h"

#include <stdlib.h>
#include <string.h>

struct str last_component(struct str name)
{
	size_t from = 0, depth = 0;
	if (!name.n || (!memchr(name.p, ':', name.n) && !memchr(name.p, '<', name.n))) /* most are plain */
		return name;
	for (size_t i = 0; i + 1 < name.n; i++) {
		depth += name.p[i] == '<';
		depth -= depth && name.p[i] == '>';
		if (!depth && name.p[i] == ':' && name.p[i + 1] == ':')
			from = i + 2;
	}
	struct str last = {name.p + from, name.n - from};
	/* operator<< and operator< keep their text; a template argument list goes. */
	if (!str_starts(last, "operator"))
		for (size_t i = 1; i < last.n; i++)
			if (last.p[i] == '<')
				last.n = i;
	return last;
}

static int by_key_then_value(const void *left, const void *right)
{
	const struct pair *a = left, *b = right;
	if (a->key != b->key)
		return a->key < b->key ? -1 : 1;
	return a->value < b->value ? -1 : a->value > b->value;
}

void lists_pack(struct arena *a, struct lists *l, struct pair *pairs, u32 n, u32 keys)
{
	*l = (struct lists){.start = arena_array(a, u32, keys + 1), .at = arena_array(a, u32, n ? n : 1), .keys = keys};
	if (n)
		qsort(pairs, n, sizeof *pairs, by_key_then_value);
	u32 kept = 0, key = 0;
	for (u32 i = 0; i < n; i++) {
		if (i && !by_key_then_value(&pairs[i], &pairs[i - 1]))
			continue;
		while (key <= pairs[i].key)
			l->start[key++] = kept;
		l->at[kept++] = pairs[i].value;
	}
	while (key <= keys)
		l->start[key++] = kept;
}

/* Words that stand in a type but don't name it. */
static bool is_type_noise(struct str word)
{
	static const char *const noise[] = {"const", "volatile", "struct", "class", "typename", "static", "inline",
	                                    "constexpr", "mutable", "thread_local", "extern"};
	return str_is_any(word, noise, COUNT(noise));
}

static bool is_name_byte(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == ':' || (u8)c >= 128;
}

u32 link_type(const struct program *p, struct str type, bool make)
{
	for (u32 round = 0; round < 4; round++) {
		struct str word = S("");
		size_t i = 0;
		while (i < type.n && (!word.n || is_type_noise(word))) {
			while (i < type.n && !is_name_byte(type.p[i]))
				i++;
			size_t begin = i;
			while (i < type.n && is_name_byte(type.p[i]))
				i++;
			word = (struct str){type.p + begin, i - begin};
		}
		struct str last = last_component(word);
		bool is_pointer = str_is(last, "unique_ptr") || str_is(last, "shared_ptr") || str_is(last, "optional");
		if (is_pointer && i < type.n && type.p[i] == '<') {
			type = (struct str){type.p + i + 1, type.n - i - 1};
			continue;
		}
		if (!last.n)
			return 0;
		struct intern *names = (struct intern *)(uintptr_t)&p->names;
		u32 id = make ? intern_put(names, last) : intern_find(names, last);
		return id == NONE ? 0 : id;
	}
	return 0;
}

struct collect {
	pair_list functions, macros, bases, fields, assigned;
};

static void put_global(struct program *p, u64 space, u32 name, u32 type)
{
	u32 known = idmap_get(&p->link->globals, space << 32 | name);
	idmap_put(p->arena, &p->link->globals, space << 32 | name, known == NONE || known == type ? type : 0);
}

/* vector<unique_ptr<Layer>> layers_: what the elements are is in the text alone. */
static void put_container(struct program *p, u32 cls, u32 name, struct str type)
{
	if (!element_of_type(type).n)
		return;
	u32 text = intern_put(&p->names, type);
	for (u32 i = 0; i < 2; i++) {
		u64 key = (u64)(i ? 0 : cls) << 32 | name;
		u32 known = idmap_get(&p->link->containers, key);
		idmap_put(p->arena, &p->link->containers, key, known == NONE || known == text ? text : 0);
	}
}

static void collect_functions(struct program *p, struct collect *c, u32 file)
{
	const struct unit *u = &p->units[file];
	bool is_python = p->files[file].language == LANG_PYTHON;
	for (u32 i = 0; i < u->n_functions; i++) {
		const struct function *f = &u->functions[i];
		fn_id id = program_fn(p, file, i);
		struct fn *fn = &p->functions[id];
		*fn = (struct fn){.file = file, .index = i, .f = f, .unit = u};
		fn->name = intern_put(&p->names, is_python ? unit_text(u, f->name) : last_component(unit_text(u, f->name)));
		if (is_python) {
			fn->cls = f->cls ? intern_put(&p->names, unit_text(u, f->cls)) : 0;
			continue;
		}
		if (f->cls)
			fn->cls = link_type(p, unit_text(u, f->cls), true);
		if (fn->cls)
			idmap_put(p->arena, &p->link->classes, fn->cls, 1);
		struct pair pair = {fn->name, id};
		if (f->kind == FN_MACRO)
			vec_push(p->arena, &c->macros, pair);
		else if (f->kind == FN_FUNCTION || f->kind == FN_METHOD)
			vec_push(p->arena, &c->functions, pair);
	}
	if (is_python)
		return;
	for (u32 i = 0; i < u->n_bases; i++) {
		struct pair pair = {link_type(p, unit_text(u, u->bases[i].cls), true),
		                    link_type(p, unit_text(u, u->bases[i].base), true)};
		vec_push(p->arena, &c->bases, pair);
		idmap_put(p->arena, &p->link->classes, pair.key, 1);
		idmap_put(p->arena, &p->link->classes, pair.value, 1);
	}
	for (u32 i = 0; i < u->n_aliases; i++) {
		u32 name = intern_put(&p->names, last_component(unit_text(u, u->aliases[i].name))), text = intern_put(&p->names, unit_text(u, u->aliases[i].target));
		u32 known = idmap_get(&p->link->aliases, name);
		idmap_put(p->arena, &p->link->aliases, name, known == NONE || known == text ? text : 0);
	}
	for (u32 i = 0; i < u->n_fields; i++) {
		struct pair pair = {intern_put(&p->names, unit_text(u, u->fields[i].name)),
		                    link_type(p, unit_text(u, u->fields[i].type), true)};
		if (!pair.value)
			continue;
		if (!u->fields[i].cls) {
			put_global(p, (u64)file + 1, pair.key, pair.value);
			put_global(p, 0, pair.key, pair.value);
			continue;
		}
		vec_push(p->arena, &c->fields, pair);
		u32 cls = link_type(p, unit_text(u, u->fields[i].cls), true);
		u64 member = (u64)cls << 32 | pair.key;
		u32 owner = idmap_get(&p->link->owners, pair.key);
		idmap_put(p->arena, &p->link->owners, pair.key, owner == NONE || owner == cls ? cls : 0);
		put_container(p, cls, pair.key, unit_text(u, u->fields[i].type));
		u32 known = idmap_get(&p->link->members, member);
		idmap_put(p->arena, &p->link->members, member, known == NONE || known == pair.value ? pair.value : 0);
	}
}

/* The function that an operand names: a lambda, or a global with a definition that the file can mean. */
static void assigned_functions(struct program *p, struct collect *c, u32 file, u32 field, operand value)
{
	const struct unit *u = &p->units[file];
	if (operand_kind(value) == OPD_FUNCTION) {
		struct pair pair = {field, program_fn(p, file, operand_index(value))};
		vec_push(p->arena, &c->assigned, pair);
	}
	if (operand_kind(value) != OPD_GLOBAL)
		return;
	u32 name = intern_find(&p->names, last_component(unit_text(u, operand_index(value))));
	if (name == NONE || name >= p->link->functions.keys)
		return;
	const struct lists *l = &p->link->functions;
	u32 n = l->start[name + 1] - l->start[name];
	for (u32 i = 0; i < n && n <= 8; i++) {
		struct pair pair = {field, l->at[l->start[name] + i]};
		vec_push(p->arena, &c->assigned, pair);
	}
}

/* Function pointers and ops tables: a row that stores a function into x.field makes it a target of y.field(). */
static void collect_assigned(struct program *p, struct collect *c, u32 file)
{
	const struct unit *u = &p->units[file];
	if (p->files[file].language == LANG_PYTHON)
		return;
	for (u32 i = 0; i < u->n_functions; i++) {
		const struct function *f = &u->functions[i];
		/* `&f` is a temp: remember what the last address-of made. */
		operand address_temp = 0, address_of = 0;
		for (u32 r = f->first_row; r < f->first_row + f->row_count; r++) {
			const struct row *row = &u->rows[r];
			if (row->op == ROW_UNARY && row->sub == OP_ADDR) {
				address_temp = row->dst;
				address_of = row->a;
			}
			if (row->op != ROW_MOVE || operand_kind(row->dst) != OPD_PLACE)
				continue;
			const struct place *place = &u->places[operand_index(row->dst)];
			u32 field = 0;
			for (u32 s = 0; s < PLACE_STEPS && place->kinds[s] != STEP_END; s++)
				field = place->kinds[s] == STEP_FIELD ? place->names[s] : 0;
			if (field)
				assigned_functions(p, c, file, intern_put(&p->names, unit_text(u, field)),
				                   row->a == address_temp && address_temp ? address_of : row->a);
		}
	}
}

static void pack(struct program *p, struct lists *l, const pair_list *pairs)
{
	lists_pack(p->arena, l, pairs->at, pairs->n, p->names.texts.n);
}

static void program_begin(struct program *p, struct arena *a, const struct models *models, const struct source *files,
                          const struct unit *units, u32 file_count)
{
	*p = (struct program){.arena = a, .models = models, .files = files, .units = units, .file_count = file_count};
	intern_init(&p->names, a);
	p->link = arena_new(a, struct link);
	p->first_function = arena_array(a, u32, file_count + 1);
	for (u32 i = 0; i < file_count; i++)
		p->first_function[i + 1] = p->first_function[i] + units[i].n_functions;
	p->function_count = p->first_function[file_count];
	p->functions = arena_array(a, struct fn, p->function_count);
}

void program_begin_python(struct program *p, struct arena *a, const struct models *models, const struct source *files,
                          const struct unit *units, u32 file_count)
{
	*p = (struct program){.arena = a, .models = models, .files = files, .units = units, .file_count = file_count};
	intern_init(&p->names, a);
	p->link = arena_new(a, struct link);
	p->first_function = arena_array(a, u32, file_count + 1);
	python_begin(p);
}

void program_add_python(struct program *p, u32 file)
{
	struct collect none = {0};
	u32 count = p->function_count + p->units[file].n_functions;
	if (count > p->link->function_cap) {
		struct fn *larger = arena_array(p->arena, struct fn, 2 * count);
		for (u32 i = 0; i < p->function_count; i++)
			larger[i] = p->functions[i];
		p->functions = larger;
		p->link->function_cap = 2 * count;
	}
	p->first_function[file] = p->function_count;
	p->function_count = count;
	collect_functions(p, &none, file);
}

void program_link(struct program *p, struct arena *a, const struct models *models, const struct source *files,
                  const struct unit *units, u32 file_count)
{
	struct collect c = {0};
	program_begin(p, a, models, files, units, file_count);
	for (u32 i = 0; i < file_count; i++)
		collect_functions(p, &c, i);
	pack(p, &p->link->functions, &c.functions);
	for (u32 i = 0; i < file_count; i++)
		held_setters(p, i);
	for (u32 i = 0; i < file_count; i++) {
		collect_assigned(p, &c, i);
		held_functions(p, i, &c.assigned);
	}
	pack(p, &p->link->macros, &c.macros);
	pack(p, &p->link->bases, &c.bases);
	pack(p, &p->link->fields, &c.fields);
	pack(p, &p->link->assigned, &c.assigned);
	link_parts(p);
	link_specials(p);
	link_includes(p);
	link_constants(p);
	link_traits(p);
	link_stored(p);
	python_link(p);
}

struct str fn_name(const struct fn *f)
{
	struct str full = unit_text(f->unit, f->f->qualified);
	return full.n ? full : unit_text(f->unit, f->f->name);
}

bool fn_calls_name(const struct fn *f, struct str name)
{
	for (u32 i = f->f->first_row; i < f->f->first_row + f->f->row_count; i++)
		if (f->unit->rows[i].op == ROW_CALL && str_eq(unit_text(f->unit, f->unit->rows[i].name), name))
			return true;
	return false;
}
