#!/usr/bin/env python3
"""Bad input: clear words, the right exit status, and what the other files hold is found all the same.

    badinput.py PROGRAM [WORD ...]     only cases whose name holds one of the words

Every case is a folder of its own with good.cu, in which there is one finding, and something bad beside it. Exit status 77:
a case that was named can't be made here.
"""
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import traceback
from pathlib import Path

PROGRAM = str(Path(sys.argv[1]).resolve())
GOOD = b"#include <cuda_runtime.h>\nvoid good(int **p)\n{\n\tcudaMalloc((void **)p, 4);\n}\n"
FOUND = "good.cu:4:2: "
SECONDS = 120  # of wall time, sanitizers included; a hang is what this is for
cases = []


class Skip(Exception):
    pass


def case(function):
    cases.append((function.__name__.replace("_", "-"), function))
    return function


class Folder:
    def __init__(self, path):
        self.path = path
        self.write("good.cu", GOOD)

    def write(self, name, data):
        target = self.path / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data if isinstance(data, bytes) else data.encode())

    def run(self, *arguments, command="check", **options):
        options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "cwd": self.path, "timeout": SECONDS, **options}
        head = [command] if command else []
        if command == "check":
            head += ["--level", "note", "--color", "never"]
        done = subprocess.run([PROGRAM, *head, *arguments], stdin=subprocess.DEVNULL, **options)
        return done.returncode, (done.stdout or b"").decode(errors="replace"), (done.stderr or b"").decode(errors="replace")

    def expect(self, status, message, *arguments, found=FOUND, **options):
        """One run: its exit status, a part of what it says on standard error, a part of what it finds. All output comes back."""
        got, out, err = self.run(*arguments, **options)
        about = f"caplint {' '.join(map(str, arguments))}: "
        assert got == status, f"{about}status {got}, expected {status}\n{err[-2000:]}"
        assert message in err, f"{about}'{message}' is not in:\n{err[-2000:]}"
        assert found in out, f"{about}'{found}' is not in:\n{out[-2000:]}"
        assert "bug" not in err.lower().split(), f"{about}a bug:\n{err[-2000:]}"
        return out, err


def call(line, before="", after=""):
    """A function of one dropped error at that line."""
    return f"#include <cuda_runtime.h>\n{before}void f(int **p)\n{{\n\tcudaMalloc((void **)p, 4);\n}}\n{after}", f":{line}:2: "


@case
def binary(f):
    f.write("blob.cu", b"\x7fELF\x02\x01\x01\0" + bytes(range(256)) * 64)
    f.expect(1, "blob.cu: holds binary data, not source text")
    f.expect(1, "1 file not understood")
    f.expect(2, "blob.cu: holds binary data", "--strict")
    f.expect(2, "blob.cu: holds binary data", ".", "blob.cu")


@case
def what_only_looks_like_a_launch(f):
    (f.path / "good.cu").unlink()
    stray = ["<<<\n", "void f() {\n<<< HEAD\n int x = 1 <<< 2;\n}\n", "kernel<<<\n", "void f() { return <<<1, 1>>>(2); }\n", "void f(int *p) { k<<<>>>(p); }\n", "void f(int *p) { k<<<1, 1>>(p); }\n"]
    for text in stray:
        f.write("stray.cu", text)
        _, err = f.expect(0, "nothing found", ".", found="")
        count = text.count("<<<")
        assert f"understood 0 of {count} launch" in err, f"{text}{err}"
    f.write("stray.cu", "void f(int *p) { (*k)<<<1, 1>>>(p); ks[0]<<<1, dim3{1, 2}>>>(p); a::k<int><<<1, 1, 0, s>>>(p); }\n#define LAUNCH(k, ...) k<<<__VA_ARGS__>>>(1)\n")
    f.expect(0, "understood 4 of 4 launches", "stray.cu", "--level", "error", found="")


GARBAGE = "This, the file of 2031, is not (as its name would have it) a program; for one it has & had no main.\n" * 20


@case
def garbage_by_a_name_of_source(f):
    for name in "g.cu", "g.cpp", "g.py":
        f.write(name, "\n\n" + GARBAGE.replace(";", "$") + "%%% cudaMalloc [ }\n")
        f.expect(1, f"{name}: could not be parsed: syntax errors from line 3 on")
        f.expect(1, "1 file not understood")
        f.expect(2, f"{name}: could not be parsed", "--strict")
        f.expect(2, f"{name}: could not be parsed", name, "good.cu")
        status, out, _ = f.run("--format", "sarif", name)
        assert status == 2 and not json.loads(out)["runs"][0]["invocations"][0]["executionSuccessful"]
        (f.path / name).unlink()


@case
def pieces_of_code_that_others_take_in(f):
    f.write("list.h", "X(a, 1)\nX(b, 2)\n")
    f.write("table.h", "0x01, 0x02,\n0x03, 0x04,\n")
    _, err = f.expect(0, "", "list.h", "table.h", "--strict", found="")
    assert "pars" not in err, err
    f.write("list.h", GARBAGE.replace(";", "$") + "%%% <<< [ }\n")
    f.expect(2, "list.h: could not be parsed", "list.h", found="")


@case
def a_file_that_is_mostly_broken(f):
    f.write("half.cu", GOOD.replace(b"good", b"half") + b"void g( { ++ ] for <<<<<<< HEAD\n" + b"= = 3 x ) ] 4 y y y\n" * 9)
    f.expect(1, "half.cu: 7", found="half.cu:4:2: ")
    f.expect(1, "% of its code could not be parsed (syntax errors from line 6 on)", "half.cu", "--strict", found="half.cu:4:2: ")


@case
def what_a_preprocessor_wrote(f):
    text, place = call("x")
    f.write("a.cu.cpp", b'# 1 "a.cu"\n# 1 "<built-in>"\n' + text.encode())
    f.expect(1, "a.cu.cpp: is what a preprocessor wrote")
    f.expect(1, "a.cu.cpp: is what a preprocessor wrote", "--strict")


@case
def nothing_but_nul_bytes(f):
    f.write("nul.cu", bytes(100000))
    f.expect(1, "nul.cu: holds binary data")


@case
def nul_bytes_far_into_the_text(f):
    f.write("late.cu", GOOD + b"//" + b"x" * 20000 + b"\n\0\0\0" + GOOD.replace(b"good", b"more"))
    f.expect(1, "", found="late.cu:4:2: ")


@case
def empty(f):
    f.write("empty.cu", b"")
    f.expect(1, "in 2 files")
    f.expect(0, "nothing found", "empty.cu", found="")


@case
def byte_order_mark_and_crlf(f):
    f.write("dos.cu", b"\xef\xbb\xbf" + GOOD.replace(b"\n", b"\r\n"))
    out, _ = f.expect(1, "", found="dos.cu:4:2: ")
    assert "\r" not in out


@case
def no_final_newline(f):
    f.write("cut.cu", GOOD.rstrip())
    f.expect(1, "", found="cut.cu:4:2: ")


@case
def invalid_utf8(f):
    f.write("latin.cu", GOOD.replace(b"4);", b'4); // M\xfcller \xff\xfe \xed\xa0\x80 "\xc3"').replace(b"good", b"g\xe9t"))
    f.expect(1, "", found="latin.cu:4:2: ")
    for form in "sarif", "jsonl":
        status, out, _ = f.run("--format", form)
        assert status == 1
        for text in [out] if form == "sarif" else out.splitlines():
            json.loads(text)


@case
def odd_names(f):
    names = [b"\xff\xfe.cu", b"\xed\xa0\x80.cu", "größe 😀.cu".encode(), b"a\x1b[31m\n.cu", b"-x.cu", b"%s%n.cu", b"a'\"$(id).cu"]
    for name in names:
        with open(os.path.join(os.fsencode(f.path), name), "wb") as out:
            out.write(GOOD)
    out, _ = f.expect(1, "")
    assert "\x1b" not in out and out.count(":4:2: ") == len(names) + 1
    status, out, _ = f.run("--format", "sarif")
    assert status == 1 and len(json.loads(out)["runs"][0]["results"]) == len(names) + 1
    for form in "github", "gitlab", "junit", "rdjson", "jsonl", "markdown", "html", "text":
        done = subprocess.run([PROGRAM, "check", "--level", "note", "--format", form, "."], cwd=f.path, capture_output=True)
        assert done.returncode == 1, form
        text = done.stdout.decode()  # each is UTF-8, whatever the names are
        assert form != "github" or all(line.startswith("::") for line in text.splitlines()), text
    f.expect(1, "", "--", b"-x.cu", found="-x.cu:4:2: ")


@case
def too_large(f):
    with open(f.path / "table.cu", "wb") as out:
        for i in range(50):
            out.write(b"static const int t%d[] = {" % i + b"0x12345678, " * 87000 + b"};\n")
    f.expect(1, "table.cu: ")
    f.expect(2, "table.cu: ", "--strict")
    f.expect(2, "table.cu: ", ".", "table.cu")


@case
def large_and_wanted(f):
    with open(f.path / "table.cu", "wb") as out:
        out.write(GOOD)
        for i in range(3):
            out.write(b"static const int t%d[] = {" % i + b"0x12345678, " * 87000 + b"};\n")
    f.expect(1, "", found="table.cu:4:2: ")


@case
def deep_nesting(f):
    n = 10000
    text, at = call(4)
    for name, body in {
        "round": "int x = " + "(" * n + "1" + ")" * n + ";\n",
        "open": "int x = " + "(" * n,
        "braces": "void g()\n" + "{" * n + "}" * n + "\n",
        "open-braces": "void g()\n" + "{" * n,
        "minus": "int x = " + "- " * n + "1;\n",
        "not": "void g(int a) { if (" + "!" * n + "a) cudaFree(0); }\n",
        "brackets": "int x = a" + "[a" * n + "]" * n + ";\n",
        "angles": "int x = " + "a<" * n + "1" + ">" * n + "();\n",
        "calls": "void g() { " + "cudaFree(" * n + "0" + ")" * n + "; }\n",
        "ifs": "void g(int a) { " + "if (a) " * n + "cudaFree(0); }\n",
        "else-ifs": "void g(int a) { " + "if (a) cudaFree(0); else " * n + ";}\n",
        "loops": "void g(int a) { " + "while (a) " * n + "cudaFree(0); }\n",
        "sums": "void g(int a) { cudaFree((void *)(" + "a + " * n + "1)); }\n",
        "ternaries": "int g(int a) { return " + "a ? 1 : " * n + "2; }\n",
        "lambdas": "void g() { " + "[&] { " * n + "cudaFree(0);" + " }();" * n + "}\n",
        "namespaces": "namespace a { " * n + "}" * n + "\n",
        "conditionals": "#if A\n" * n + "#endif\n" * n,
        "stars": "int " + "*" * n + " x;\n",
        "commas": "void g(int a) { " + "a, " * n + "cudaFree(0); }\n",
        "strings": "const char *s = " + '"a" ' * n + ";\n",
    }.items():
        f.write(f"{name}.cu", text + body)
    out, _ = f.expect(1, "")
    for name in ("braces", "sums", "ifs", "minus"):
        assert f"{name}.cu{at}" in out, f"{name}.cu: what stands before the nesting is lost"


@case
def broken_text(f):
    text, at = call(4)
    for name, rest in {
        "string": 'const char *s = "no end\n', "character": "int c = 'no end\n", "comment": "/* no end\n", "raw": 'auto s = R"x(no end\n',
        "directive": "#define\n#if\n#include\n#define A(\n#elif\n#else\n#else\n#endif\n#endif\n", "braces": "}}}}}\n", "define": "#define A \\",
        "macros": "#define A A\n#define B C\n#define C B\n#define D(x) D(x) D(x)\nvoid g() { A; B; D(D(D(cudaFree(0)))); }\n",
        "self": '#include "self.cu"\n#include "."\n#include ""\n', "launch": "void g() { k<<<; k<<<1>>>; k<<<1,2,3,4,5>>>(); <<<>>>(); }\n",
    }.items():
        f.write(f"{name}.cu", text + rest)
    out, _ = f.expect(1, "")
    for name in ("string", "comment", "macros", "self", "directive", "launch"):
        assert f"{name}.cu{at}" in out, f"{name}.cu: what stands before the fault is lost"


@case
def macro_bomb(f):
    bomb = "#define A0 cudaFree(0);\n" + "".join(f"#define A{i} A{i - 1} A{i - 1}\n" for i in range(1, 40))
    f.write("bomb.cu", GOOD.decode() + bomb + "void g() { A39 }\n")
    f.expect(1, "")


@case
def numbers_of_any_length(f):
    text, place = call("x", "".join(f"#define N{i} {word}\n" for i, word in enumerate(["a_name_that_is_longer_than_any_number_is", "9" * 300, "0x" + "f" * 300, "-9223372036854775808", "1e999999", "9" * 20 + "ull"])))
    f.write("numbers.cu", text + "#if N1 > N2\n#endif\nconst long k = -" + "9" * 300 + ";\nint t[] = {0b" + "1" * 300 + ", 0" + "7" * 300 + "};\n")
    _, err = f.expect(1, "", found="numbers.cu:10:2: ")
    assert "error" not in err and "numbers.cu" not in err, err


@case
def long_chains(f):
    lines = [f"void f{i}(void) {{ f{i + 1}(); f{i + 2}(); }}\n" for i in range(5000)]
    f.write("chain.cu", "".join(lines) + "void f5000(void) { cudaFree(0); f0(); }\nvoid f5001(void) {}\n")
    f.expect(1, "", found="chain.cu:5001:")


@case
def one_line(f):
    f.write("line.cu", GOOD + b"void g() { int a;" + b" a = a + 1;" * 200000 + b" }\n")
    f.expect(1, "", found="line.cu:4:2: ")


@case
def symlinks(f):
    (f.path / "a.cu").symlink_to("b.cu")
    (f.path / "b.cu").symlink_to("a.cu")
    (f.path / "gone.cu").symlink_to("nowhere.cu")
    (f.path / "sub").mkdir()
    (f.path / "sub/up").symlink_to("..")
    (f.path / "sub/self").symlink_to("self")
    out, _ = f.expect(1, "")
    assert out.count(FOUND) == 1
    f.expect(2, "a.cu: ", ".", "a.cu")
    f.expect(2, "gone.cu: ", ".", "gone.cu")
    f.expect(2, "self: ", ".", "sub/self")


@case
def missing_path(f):
    f.expect(2, "no/such.cu: ", "good.cu", "no/such.cu")
    f.expect(2, "no/such.cu: no such file", "no/such.cu", found="")
    f.expect(2, "'': no such file", "good.cu", "")


@case
def not_a_file(f):
    os.mkfifo(f.path / "pipe.cu")
    (f.path / "folder.cu").mkdir()
    f.write("folder.cu/in.cu", GOOD)
    f.expect(1, "", found="folder.cu/in.cu:4:2: ")
    f.expect(2, "pipe.cu: ", ".", "pipe.cu")
    f.expect(2, "/dev/zero: ", ".", "/dev/zero")


@case
def unreadable(f):
    f.write("shut.cu", GOOD)
    f.write("closed/in.cu", GOOD)
    os.chmod(f.path / "shut.cu", 0)
    os.chmod(f.path / "closed", 0)
    options = {}
    if os.geteuid() == 0:
        options = {"user": 65534, "group": 65534, "extra_groups": []}
        os.chmod(f.path, 0o755)
        os.chmod(f.path.parent, 0o755)
        try:
            subprocess.run([PROGRAM, "--version"], stdout=subprocess.DEVNULL, check=True, **options)
        except (PermissionError, subprocess.CalledProcessError):
            raise Skip("root reads everything, and nobody else may run the program here")
    try:
        f.expect(1, "shut.cu: ", **options)
        f.expect(1, "closed: ", **options)
        f.expect(2, "shut.cu: ", ".", "shut.cu", **options)
        f.expect(2, "shut.cu: ", "--strict", **options)
    finally:
        os.chmod(f.path / "closed", 0o700)


@case
def broken_git(f):
    (f.path / ".git").mkdir()
    f.write(".git/HEAD", b"\0\1\2")
    f.expect(1, "")


@case
def no_git(f):
    subprocess.run(["git", "init", "-q"], cwd=f.path, check=True)
    f.expect(1, "", env={**os.environ, "PATH": "/nonexistent"})


@case
def options(f):
    f.expect(2, "unknown option '--nonsense'", "--nonsense", found="")
    f.expect(2, "'99999' is no value for --jobs", "-j", "99999", found="")
    f.expect(2, "'5X' is no value for --max-file-size", "--max-file-size", "5X", found="")
    f.expect(2, "option '--format' needs a value", "--format", found="")
    f.expect(2, "unknown command", command="chekc", found="")
    f.expect(1, "", "-j", "1", "-j", "64")


@case
def libclang_is_broken(f):
    """It is missed where a file needs it, and there alone."""
    none = {**os.environ, "CAPLINT_LIBCLANG": str(f.path / "none.so")}
    assert "libclang" not in f.expect(1, "", env=none)[1]
    f.write("odd.cu", "#include <cuda_runtime.h>\nvoid odd(int **p)\n{\n\tint x = ] 3;\n\tcudaMalloc((void **)p, 4);\n}\n")
    f.expect(1, "tree-sitter reads alone", env={**os.environ, "CAPLINT_LIBCLANG": str(f.path / "none.so")})
    f.expect(1, "tree-sitter reads alone", env={**os.environ, "CAPLINT_LIBCLANG": str(f.path / "good.cu")})


@case
def full_disk(f):
    with open("/dev/full", "wb") as full:
        for form in "text", "sarif", "jsonl":
            f.expect(2, "No space left", "--format", form, stdout=full, found="")
        f.expect(2, "No space left", stdout=full, command="rules", found="")
    f.expect(2, "No space left", "--output", "/dev/full", found="")
    f.expect(2, "", "--output", "no/such/folder.txt", found="")
    f.expect(2, "", "--output", ".", found="")


@case
def closed_output(f):
    reader, writer = os.pipe()
    os.close(reader)
    status, _, err = f.run(stdout=writer)
    assert status == -signal.SIGPIPE and "error" not in err, f"status {status}\n{err}"
    os.close(writer)
    status, _, err = f.run(preexec_fn=lambda: os.close(1), stdout=None)
    assert status == 2 and err, f"without a standard output: status {status}\n{err}"


@case
def working_folder_is_gone(f):
    gone = f.path / "gone"
    gone.mkdir()
    status, _, err = f.run(cwd=gone, preexec_fn=lambda: os.rmdir(gone))
    assert status == 2 and err, f"status {status}\n{err}"


@case
def path_of_the_working_folder_is_too_long(f):
    def go_down():
        for _ in range(25):
            os.mkdir("d" * 200)
            os.chdir("d" * 200)
        with open("a.cu", "wb") as file:
            file.write(GOOD)
    f.expect(2, "the working folder: File name too long", "a.cu", found="", preexec_fn=go_down)


@case
def configuration_is_a_link_that_leads_nowhere(f):
    for target in "nothing.toml", "caplint.toml":
        (f.path / "caplint.toml").symlink_to(target)
        f.expect(2, "caplint.toml: can't be read", "good.cu", found="")
        (f.path / "caplint.toml").unlink()


@case
def bad_compile_commands(f):
    for status, text, message in (
        (2, b"[{", "compile_commands.json: line 1, column"),
        (2, b"", "compile_commands.json: line 1, column"),
        (2, b"\xff", "compile_commands.json: line 1, column"),
        (2, b"[" * 100000, "compile_commands.json: line 1, column"),
        (2, b"{}", "is not a list of compile commands"),
        (1, b"[1]", "entry 1 lacks a file or a command"),
        (1, b'[{"file": "../good.cu"}]', "entry 1 lacks a file or a command"),
        (1, b'[{"file": "../good.cu", "command": "nvcc -no-such-flag --options-file none.rsp \'open"}]', "none.rsp"),
        (1, b'[{"file": "/etc/passwd", "command": "cc"}, {"file": "", "arguments": []}]', ""),
    ):
        f.write("db/compile_commands.json", text)
        f.expect(status, message, "-p", "db", ".")
    f.expect(2, "nowhere: compile commands: can't be read", "-p", "nowhere", ".")


def main():
    words = sys.argv[2:]
    failed = passed = skipped = 0
    for name, function in cases:
        if words and not any(word in name for word in words):
            continue
        scratch = tempfile.mkdtemp()
        try:
            folder = Path(scratch) / "tree"
            folder.mkdir()
            function(Folder(folder))
            passed += 1
        except Skip as why:
            skipped += 1
            print(f"{name}: skipped: {why}")
        except AssertionError as wrong:
            failed += 1
            print(f"{name}: {wrong}")
        except subprocess.TimeoutExpired as slow:
            failed += 1
            print(f"{name}: no end after {slow.timeout} s")
        except Exception:
            failed += 1
            print(f"{name}: {traceback.format_exc()}")
        finally:
            shutil.rmtree(scratch, ignore_errors=True)
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed or not passed + skipped else 77 if skipped else 0


if __name__ == "__main__":
    sys.exit(main())
