/* A graph for a full bucket that is replayed with fewer live rows: the inputs are filled up to those, and behind them is what an
 * earlier replay left there. Form: places, the buffer says where a row's result goes, and padded rows write into memory that is
 * somebody else's by then; values, padded rows only work on old values. In the twin the tail is reset before each replay.
 * parameters: form mode? stream? */
#include "capture.cuh"

struct program program = {"stale-tail", nullptr, "places", nullptr, "what the padded rows of a replay do", false, nullptr, "global", "nonblocking"};

bool is_expressible() { return knows_capture() && (is_form("places") || is_form("values")); }

void expect(char *text, size_t size)
{
	std::snprintf(text, size, "live rows are right; each padded row %s", is_form("places") ? "overwrites a place that is another owner's" : "works on what an earlier replay left");
}

/* The table: place 0 is for padded rows alone, then WORDS places for the rows of each step. */
constexpr unsigned PLACES = 1 + (REPLAYS + 1) * WORDS, OWNED = 0xc0ffee00;

static unsigned place_of(unsigned row, unsigned step) { return 1 + step * WORDS + row; }
/* All rows when it is recorded, fewer each time afterwards. */
static unsigned live_rows(const struct scene *s, unsigned step) { return WORDS - step * (WORDS / (REPLAYS + 1)) - (step ? s->round : 0); }

static __global__ void scatter(unsigned *table, const unsigned *in, const unsigned *places, unsigned salt)
{
	unsigned row = blockIdx.x * blockDim.x + threadIdx.x;
	table[places[row]] = in[row] * 3u + salt;
}

/* Refreshes the front of the buffer alone. */
static void fill_front(struct scene *s, unsigned *buffer, unsigned step)
{
	unsigned live = live_rows(s, step);
	for (unsigned row = 0; row < live; row++)
		s->host[row] = is_form("places") ? place_of(row, step) : input_of(row, seed_of(s, step));
	must(cudaMemcpyAsync(buffer, s->host, live * sizeof *buffer, cudaMemcpyHostToDevice, s->work));
	must(cudaStreamSynchronize(s->work));
}

static void reset_tail(struct scene *s, unsigned *buffer, unsigned step)
{
	must(cudaMemsetAsync(buffer + live_rows(s, step), 0, (WORDS - live_rows(s, step)) * sizeof *buffer, s->work));
	must(cudaStreamSynchronize(s->work));
}

/* The step in which a row was live for the last time. */
static unsigned last_live(const struct scene *s, unsigned row, unsigned step)
{
	while (row >= live_rows(s, step))
		step--;
	return step;
}

struct outcome {
	unsigned live, padded, foreign; /* live rows that are right; padded rows that did what is predicted; words that changed beside those */
};

static struct outcome look_at_table(struct scene *s, const unsigned *table, unsigned step)
{
	static unsigned host[PLACES];
	unsigned live = live_rows(s, step), seed = seed_of(s, step);
	struct outcome o = {};
	must(cudaMemcpyAsync(host, table, PLACES * sizeof host[0], cudaMemcpyDeviceToHost, s->work));
	must(cudaStreamSynchronize(s->work));
	for (unsigned i = 1; i < PLACES; i++) {
		unsigned row = (i - 1) % WORDS, of_step = (i - 1) / WORDS;
		bool is_result = host[i] == work_on(s, input_of(row, seed));
		if (of_step == step && row < live)
			o.live += is_result;
		else if (is_result && row >= live && of_step == last_live(s, row, step))
			o.padded++;
		else
			o.foreign += host[i] != OWNED;
	}
	return o;
}

static struct outcome look_at_rows(struct scene *s, unsigned step)
{
	unsigned live = live_rows(s, step);
	struct outcome o = {};
	o.live = count_words(s, s->out, [=](unsigned i) { return i < live ? work_on(s, input_of(i, seed_of(s, step))) : ~s->host[i]; });
	o.padded = count_words(s, s->out, [=](unsigned i) { return i >= live ? work_on(s, input_of(i, seed_of(s, last_live(s, i, step)))) : ~s->host[i]; });
	return o;
}

static void replay_with_fewer(struct scene *s, bool resets)
{
	unsigned *buffer = is_form("places") ? new_words(WORDS) : s->in, *table = new_words(PLACES), harmed = 0, left = 0, right = 0, foreign = 0;
	prepare(s);
	fill_front(s, buffer, 0);
	begin(s);
	if (is_form("places"))
		scatter<<<WORDS / 256, 256, 0, s->capture>>>(table, s->in, buffer, s->round);
	else
		launch(s->capture, s->out, buffer, s->round);
	struct recording r = finish(s);
	must(r.end);
	must(replay(s, &r)); /* the full bucket */
	for (unsigned k = 1; k <= REPLAYS; k++) {
		if (is_form("places"))
			set_words(s, s->in, seed_of(s, k));
		fill_front(s, buffer, k);
		if (resets)
			reset_tail(s, buffer, k);
		fill(s, table, PLACES, OWNED);
		fill(s, s->out, WORDS, MARKED);
		must(replay(s, &r));
		struct outcome o = is_form("places") ? look_at_table(s, table, k) : look_at_rows(s, k);
		right += o.live == live_rows(s, k);
		harmed += o.padded;
		left += WORDS - live_rows(s, k);
		foreign += o.foreign;
	}
	s->record->shows = !resets && right == REPLAYS && harmed == left && !foreign;
	s->record->is_good = right == REPLAYS && !harmed && !foreign;
	got(s, "the tail is %s; live rows right in %u of %d replays; %u of %u padded rows %s", resets ? "reset" : "left as it was", right, REPLAYS, harmed, left,
	    is_form("places") ? "overwrote a place of another owner" : "worked on what an earlier replay left");
	release(&r);
	must(cudaFree(table));
	if (buffer != s->in)
		must(cudaFree(buffer));
}

void hazard(struct scene *s) { replay_with_fewer(s, !HAS_HAZARD); }
void twin(struct scene *s) { replay_with_fewer(s, true); }

int main(int argc, char **argv) { return confirm(argc, argv); }
