#include "base/hash.h"

#include <stdlib.h>
#include <string.h>

static const u64 C1 = 0x87c37b91114253d5u, C2 = 0x4cf5ad432745937fu;

static u64 rotate(u64 x, u32 n) { return x << n | x >> (64 - n); }

static u64 mix(u64 k)
{
	k = (k ^ k >> 33) * 0xff51afd7ed558ccdu;
	k = (k ^ k >> 33) * 0xc4ceb9fe1a85ec53u;
	return k ^ k >> 33;
}

struct hash128 hash128(struct str bytes, u64 seed)
{
	u64 a = seed, b = seed, k[2];
	size_t at = 0;
	for (; bytes.n - at >= sizeof k; at += sizeof k) {
		memcpy(k, bytes.p + at, sizeof k);
		a ^= rotate(k[0] * C1, 31) * C2;
		a = (rotate(a, 27) + b) * 5 + 0x52dce729;
		b ^= rotate(k[1] * C2, 33) * C1;
		b = (rotate(b, 31) + a) * 5 + 0x38495ab5;
	}
	k[0] = k[1] = 0;
	if (at < bytes.n)
		memcpy(k, bytes.p + at, bytes.n - at);
	b ^= rotate(k[1] * C2, 33) * C1;
	a ^= rotate(k[0] * C1, 31) * C2;
	a ^= bytes.n;
	b ^= bytes.n;
	a += b;
	b += a;
	a = mix(a);
	b = mix(b);
	a += b;
	return (struct hash128){a, b + a};
}

int hash128_cmp(struct hash128 x, struct hash128 y)
{
	if (x.a != y.a)
		return x.a < y.a ? -1 : 1;
	return x.b < y.b ? -1 : x.b > y.b;
}

static int by_value(const void *left, const void *right)
{
	u64 a = *(const u64 *)left, b = *(const u64 *)right;
	return a < b ? -1 : a > b;
}

void hashes_sort(u64 *list, u32 n)
{
	if (n)
		qsort(list, n, sizeof *list, by_value);
}

bool hashes_hold(const u64 *list, u32 n, u64 hash)
{
	if (!n)
		return false;
	u32 at = (u32)((hash >> 32) * n >> 32);
	while (at && list[at] > hash)
		at--;
	while (at + 1 < n && list[at] < hash)
		at++;
	return list[at] == hash;
}
