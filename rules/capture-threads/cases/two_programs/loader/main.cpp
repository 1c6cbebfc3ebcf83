int run_loader(int argc);

int main(int argc, char **argv)
{
	return run_loader(argc);
}
