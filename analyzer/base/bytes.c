#include "base/bytes.h"

void bytes_put_u32(struct strbuf *to, u32 value) { bytes_put(to, &value, sizeof value); }

void bytes_put_str(struct strbuf *to, struct str text)
{
	bytes_put_u32(to, (u32)text.n);
	if (text.n)
		bytes_put(to, text.p, text.n);
}

const char *bytes_take(struct bytes *from, size_t n)
{
	if (from->is_bad || n > from->n) {
		from->is_bad = true;
		return NULL;
	}
	const char *p = from->p;
	from->p += n;
	from->n -= n;
	return p;
}

u32 bytes_take_u32(struct bytes *from)
{
	u32 value = 0;
	const char *p = bytes_take(from, sizeof value);
	if (p)
		memcpy(&value, p, sizeof value);
	return value;
}

u32 bytes_take_count(struct bytes *from, size_t size)
{
	u32 n = bytes_take_u32(from);
	from->is_bad |= n > from->n / size;
	return from->is_bad ? 0 : n;
}

struct str bytes_take_str(struct bytes *from, struct arena *a)
{
	u32 n = bytes_take_u32(from);
	const char *p = bytes_take(from, n);
	return p ? (struct str){arena_text(a, p, n), n} : S("");
}
