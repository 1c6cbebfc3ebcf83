int run_feeds(int n);

int main(int argc, char **argv)
{
	return run_feeds(argc);
}
