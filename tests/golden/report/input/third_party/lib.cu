void g() { cudaFree(0); }
