// A check function is given the code as a number: what it drains is that call's failure. A flag is no code.
// rules: swallowed-error
struct runtime_failure {
	explicit runtime_failure(int code);
};

void check_status(int status)
{
	if (status != 0) {
		cudaGetLastError();
		throw runtime_failure(status);
	}
}

void check_early(int err)
{
	if (!err)
		return;
	cudaGetLastError();
	throw runtime_failure(err);
}

void begin(int verbose)
{
	if (verbose != 0) {
		cudaGetLastError(); // expect-warning: swallowed-error
		throw runtime_failure(0);
	}
}

void wrong_way(int status)
{
	if (status == 0) {
		cudaGetLastError(); // expect-warning: swallowed-error
		throw runtime_failure(0);
	}
}
