#!/usr/bin/env python3
"""Large and hostile programs: caplint must read each within a bound of time and memory.

    large.py CAPLINT [--scale X] [WORD ...]     only cases whose name holds one of the words

--scale makes all sizes smaller (or larger); 1 is what the bounds are meant for, without sanitizers. Prints seconds and megabytes of
each case; exit status 1 if one of them fails, takes longer than SECONDS or more than MEGABYTES.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SECONDS, MEGABYTES = 60, 1500
HEAD = '#include <cuda_runtime.h>\n'
ABORTS = '#define CHECK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { printf("%d", e_); abort(); } } while (0)\n'
MALLOC = 'cudaMalloc((void **)&p, {})'.format
cases = []


def case(function):
    cases.append((function.__name__.replace('_', '-'), function))
    return function


def one(*parts):
    return {'a.cu': HEAD + ''.join(parts)}


def body(statements, head='bool f(int *p, int n)', end='return true;'):
    return f'{head} {{\n' + '\n'.join(statements) + f'\n{end}\n}}\n'


@case
def many_files(n):
    files = {f'h{i}.h': f'#pragma once\n#include "h{(i + 1) % (n // 6 + 1)}.h"\ninline bool ok{i}(cudaError_t e) {{ if (e) return false; return true; }}\n' + ABORTS
             for i in range(n // 6 + 1)}
    for i in range(3 * n):
        use = f'ok{i % len(files)}' if i % 2 else f'g{(i + 1) % (3 * n)}'
        files[f'd{i % 50}/f{i}.cu'] = f'{HEAD}#include "h{i % (n // 6 + 1)}.h"\nbool g{i}(int *p) {{ return {MALLOC(i)} == cudaSuccess; }}\n' \
                                      f'void r{i}(int *p) {{ if (!g{(i + 1) % (3 * n)}(p)) {use}(cudaFree(p)); k<<<1, 1>>>(p); CHECK(cudaGetLastError()); }}\n'
    return files


@case
def statements(n):
    return one(body(MALLOC(i) + ';' for i in range(5 * n)))


@case
def tolerated(n):
    return one(body(f'if ({MALLOC(i)} != cudaSuccess) n = 0;' for i in range(5 * n)))


@case
def checked_late(n):
    return one(body([f'cudaError_t e{i} = {MALLOC(i)};' for i in range(5 * n)] + [f'if (e{i}) n = 0;' for i in range(5 * n)]))


@case
def loops(n):
    inside = [f'if ({MALLOC(i)} != cudaSuccess) continue;' for i in range(2 * n)]
    return one(body(['for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) {', *inside, '}']))


@case
def nested_loops(n):
    depth = min(n // 3, 300)
    return one(body([f'while ({MALLOC(1)} != cudaSuccess) {{'] * depth + ['}'] * depth))


@case
def labels(n):
    return one(body([f'if ({MALLOC(i)}) goto l{i};' for i in range(2 * n)] + [f'l{i}: cudaFree(p);' for i in reversed(range(2 * n))]))


@case
def wide_switch(n):
    return one(body(['int r = 0; switch (n) {', *(f'case {i}: r = {MALLOC(i)}; break;' for i in range(3 * n)), '}', 'if (r) return false;']))


@case
def conjunction(n):
    return one(body([f'return {" && ".join(f"{MALLOC(i)} == cudaSuccess" for i in range(3 * n))};']))


@case
def chain(n):
    return one(f'bool f0(int *p) {{ return {MALLOC(1)} == cudaSuccess; }}\n',
               *(f'bool f{i}(int *p) {{ if (!f{i - 1}(p)) return false; return cudaFree(p) == cudaSuccess; }}\n' for i in range(1, 2 * n)))


@case
def cycle(n):
    return one(*(f'bool f{i}(int *p) {{ if (!f{(i + 1) % (2 * n)}(p)) return false; return {MALLOC(1)} == cudaSuccess; }}\n' for i in range(2 * n)))


@case
def small_functions(n):
    return one(*(f'int f{i}(int *p) {{ return {MALLOC(i)} == cudaSuccess; }}\n' for i in range(50 * n)))


@case
def forks_below(n):
    wait = 'cudaEventRecord(e, a); cudaStreamWaitEvent(b, e, 0); k<<<1, 1, 0, b>>>(p); cudaEventRecord(f, b); cudaStreamWaitEvent(a, f, 0);'
    head = '(int *p, cudaStream_t a, cudaStream_t b, cudaEvent_t e, cudaEvent_t f)'
    parts = [body([wait] * (n // 4), f'void f0{head}', '')]
    parts += [body([f'f{i}(p, a, b, e, f);'] * (n // 4), f'void f{i + 1}{head}', '') for i in range(3)]
    return one('__global__ void k(int *p) {}\n', *parts, body(['cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal);', 'f3(p, a, b, e, f);', 'cudaGraph_t g; cudaStreamEndCapture(a, &g);'], f'void run{head}', ''))


@case
def launches(n):
    return one(*(f'__global__ void k{i}(int *p) {{}}\nvoid l{i}(int *p, cudaStream_t s) {{ k{i}<<<1, 1, 0, s>>>(p); }}\n' for i in range(70 * n)))


@case
def same_names(n):
    return one(*(f'struct A{i} {{ int f(int *p) {{ return {MALLOC(i)} == cudaSuccess; }} int g(int *p) {{ return f(p); }} }};\n' for i in range(8 * n)))


@case
def nested_macros(n):
    return one('#define M0(x) if ((x) != cudaSuccess) return false\n', *(f'#define M{i}(x) M{i - 1}(x)\n' for i in range(1, n // 2)), body([f'M{n // 2 - 1}({MALLOC(1)});']))


@case
def macro_bomb(n):
    return one('#define M0(x) do { if ((x) != cudaSuccess) n = 0; } while (0)\n', *(f'#define M{i}(x) do {{ M{i - 1}(x); M{i - 1}(x); }} while (0)\n' for i in range(1, 24)),
               *(body([f'M22({MALLOC(1)});'], f'bool f{i}(int *p, int n)') for i in range(2 * n)))


@case
def calls_in_a_bomb(n):
    return one(f'#define M0(x) do {{ if ({MALLOC("x")} != cudaSuccess) n = 0; }} while (0)\n', *(f'#define M{i}(x) do {{ M{i - 1}(x); M{i - 1}(x); }} while (0)\n' for i in range(1, 24)),
               *(body(['M22(1);'], f'bool f{i}(int *p, int n)') for i in range(n // 30)))


@case
def bodies_of_a_macro(n):
    return one(*(f'#if A{i}\n#define TRY(x) do {{ if (x) return false; }} while (0)\n#endif\n' for i in range(3 * n)), body([f'TRY({MALLOC(1)});'] * n))


@case
def lambdas(n):
    return one(body(f'auto l{i} = [&] {{ return {MALLOC(i)}; }};\nif (l{i}() != cudaSuccess) return false;' for i in range(n)))


@case
def guards(n):
    return one(body(f'Guard g{i}([&] {{ cudaFree(p); }});\nif ({MALLOC(2)} != cudaSuccess) return false;' for i in range(n // 3)))


@case
def destructors(n):
    return one('struct G { int *p; ~G() { cudaFree(p); } };\n', body(f'G g{i}; if ({MALLOC(2)} != cudaSuccess) return false;' for i in range(n // 3)))


@case
def handlers(n):
    depth = min(n // 5, 190)
    return one(body([f'try {{ if ({MALLOC(1)} != cudaSuccess) throw 1;'] * depth + ['} catch (...) { cudaFree(p); }'] * depth))


@case
def arms(n):
    return one(body(f'#if A{i}\n{MALLOC(i)};\n#else\nif ({MALLOC(i)}) return false;\n#endif' for i in range(2 * n)))


@case
def diamonds(n):
    count = min(n // 16, 60)
    return one(*(f'struct B{i} : {", ".join(f"B{k}" for k in range(i)) or "X"} {{ bool f{i}(int *p) {{ return true; }} }};\n' for i in range(count)),
               f'struct Z {{ bool g(int *p) {{ return {MALLOC(1)} == cudaSuccess; }} }};\nbool t(B{count - 1} *b, int *p) {{ return b->g(p); }}\n')


@case
def overrides(n):
    return one(*(f'struct A{i} : B {{ bool g(int *p) override {{ return {MALLOC(1)} == cudaSuccess; }} }};\n' for i in range(5 * n)), body(['return ' + ' && '.join(['b->g(p)'] * 300) + ';'], 'bool t(B *b, int *p)'))


@case
def tables(n):
    return one(f'bool h(int *p) {{ return {MALLOC(1)} == cudaSuccess; }}\n', *(f'struct ops{i} {{ bool (*g)(int *); }};\nops{i} o{i} = {{ .g = h }};\n' for i in range(3 * n)), body(['o->g(p);'] * 2 * n, 'bool t(ops1 *o, int *p)'))


@case
def deep_expression(n):
    return one(body(['return ' + '(' * 3 * n + MALLOC(1) + ')' * 3 * n + ';', '!' * 3 * n + MALLOC(1) + ';', '{' * 3 * n + MALLOC(1) + ';' + '}' * 3 * n]))


@case
def long_table(n):
    return one('int t[] = {' + ','.join(str(i) for i in range(500 * n)) + '};\nvoid f() { cudaGetLastError(); }\n')


# ---- captures ----

BEGIN, END = 'cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);', 'cudaStreamEndCapture(s, g);'


def captured(statements, begin=BEGIN, end=END):
    return body([begin, *statements, end], 'bool f(cudaStream_t s, cudaGraph_t *g, int *p, int n)')


def python(*lines):
    return {'a.py': 'import torch\n' + '\n'.join(lines) + '\n'}


def graph(*lines):
    return ['def capture(g, x, p):', '    with torch.cuda.graph(g):', *('        ' + line for line in lines)]


@case
def captured_hazards(n):
    return one(captured(f'if (n == {i}) cudaMalloc((void **)&p, {i}); cudaDeviceSynchronize(); cudaFree(b{i});' for i in range(5 * n)))


@case
def conditional_captures(n):
    return one(captured((f'if (p[{i}]) {BEGIN} work(p); if (p[{i}]) {END}' for i in range(3 * n)), '', ''))


@case
def ends_without_begin(n):
    return one(captured((f'if (p[{i}]) {END}' for i in range(5 * n)), '', ''))


@case
def captures_and_jumps(n):
    return one(captured(f'l{i}: if (p[{i}]) goto l{(i * 37 + 11) % n}; {BEGIN} if (n) goto l{(i * 91 + 3) % n}; {END}' for i in range(n)))


@case
def first_uses(n):
    return one('struct C {', *(f' void *h{i};' for i in range(5 * n)), ' void f(cudaStream_t s) {', *(f'if (!h{i}) cudaMalloc(&h{i}, 4);\n' for i in range(5 * n)), '} };\n',
               f'void k(C *c, cudaStream_t s, cudaGraph_t *g) {{ {BEGIN} c->f(s); {END} }}\n')


@case
def host_nodes(n):
    return one(captured(f'{{ int x{i}; cudaMemcpyAsync(p, &x{i}, 4, cudaMemcpyHostToDevice, s); cudaLaunchHostFunc(s, cb, &x{i}); }}' for i in range(3 * n)))


@case
def local_graphs(n):
    return one(body((f'cudaGraph_t g{i}; {BEGIN} cudaStreamEndCapture(s, &g{i}); if (p[{i}]) return false; cudaGraphDestroy(g{i});' for i in range(2 * n)), 'bool f(cudaStream_t s, int *p)'))


@case
def joined_streams(n):
    return one(captured(f'cudaStream_t s{i}; cudaEvent_t e{i}; cudaEventRecord(e{i}, s); cudaStreamWaitEvent(s{i}, e{i}, 0); cudaMemcpyAsync(p, p, 4, cudaMemcpyDeviceToDevice, s{i}); '
                        f'cudaEventRecord(e{i}, s{i}); cudaStreamWaitEvent(s, e{i}, 0);' for i in range(n)))


@case
def repeated_cells(n):
    cell = {'cell_type': 'code', 'source': ['import torch\n', *(line + '\n' for line in graph('x.item()'))]}
    return {'a.ipynb': json.dumps({'cells': [cell] * (30 * n)})}


@case
def imports_in_functions(n):
    return python(*(f'def f{i}(x):\n    import torch\n    from other import same\n    same(x)\n    return torch.sum(x).item()' for i in range(20 * n)), *graph(*(f'f{i}(x)' for i in range(n))))


@case
def many_withs(n):
    return python('def f(g, x):', *('    with torch.cuda.graph(g):\n        x.item()' for _ in range(3 * n)))


@case
def aliases(n):
    return python('def f(g, x):', '    a0 = x', *(f'    a{i} = a{i - 1}\n    if x:\n        a{i} = a{i * 7 % i}' for i in range(1, 2 * n)), '    with torch.cuda.graph(g):',
                  *(f'        a{i}.item()\n        b = a{i}[a{i // 2}]' for i in range(2 * n)))


@case
def attributes_in_circles(n):
    return python('class M:', '    def __init__(self):', *(f'        self.a{i} = self.a{(i * 7 + 1) % n}\n        self.a{i} = self.a{(i * 5 + 2) % n} + self.a{i * 3 % n}' for i in range(n)),
                  '    def capture(self, g):', '        with torch.cuda.graph(g):', *(f'            if self.a{i}: self.a{i}.item()' for i in range(n)))


@case
def captured_fields(n):
    return python('class M:', *(f'    def graph_capture{i}(self, g):\n        with torch.cuda.graph(g):\n            self.o{i} = self.a{i} + 1\n    def graph_replay{i}(self):\n'
                                f'        self.a{i} = torch.zeros(4)\n        self.g.replay()' for i in range(3 * n)))


@case
def prefixes(n):
    return python('class M:', '    def replay(self, n):', *(f'        self.a{i}[:n].copy_(x)\n        self.a{i}[n:].zero_()' for i in range(2 * n)), '        self.g.replay()',
                  f'        return {", ".join(f"self.o{i}[:n]" for i in range(2 * n))}')


@case
def calls_in_circles(n):
    return python(*(f'def f{i}(x, y):\n    z = x.to(y)\n    z.item()\n' + ''.join(f'    f{(i * 7 + k * 131 + 1) % (10 * n)}(z, x)\n' for k in range(8)) for i in range(10 * n)), *graph('f0(x, x)'))


@case
def lambdas_in_circles(n):
    return python(*(f'f{i} = lambda x: f{(i + 1) % n}(f{i * 3 % n}(x.item()))' for i in range(n)), *graph('f0(x)'))


@case
def pinned_copies(n):
    return python('def f(x):', *(f'    h{i} = torch.empty(4, pin_memory=True)\n    h{i}.copy_(x, non_blocking=True)\n    print(h{i})' for i in range(2 * n)))


@case
def captures_in_one_function(n):
    return one('__global__ void k(int *p) {}\n', body((f'{{ cudaGraph_t g{i}; cudaGraphExec_t x{i}; {BEGIN} k<<<1, 1, 0, s>>>(p); cudaStreamEndCapture(s, &g{i}); cudaGraphInstantiate(&x{i}, g{i}, 0); cudaGraphLaunch(x{i}, s); }}'
                                                        for i in range(6 * n)), 'bool f(cudaStream_t s, int *p)'))


@case
def one_line(n):
    return one('bool f(int *p) { ', ' '.join(MALLOC(1) + ';' for _ in range(40 * n)), ' return true; }\n')


@case
def graphs_in_members(n):
    names = range(6 * n)
    return one('struct C {', *(f'cudaGraphExec_t x{i}; cudaStream_t s{i}; int *p{i};\n' for i in names), 'void a() {', *(f'cudaMalloc((void **)&p{i}, 4);\n' for i in names), '} void b() {',
               *(f'cudaGraphLaunch(x{i}, s{i});\n' for i in names), '} };\n')


@case
def comprehensions(n):
    return python(*graph(*(f'y{i} = [t.item() for t in x]' for i in range(8 * n))))


def measure(caplint, name, make, n):
    with tempfile.TemporaryDirectory() as scratch:
        for path, text in make(n).items():
            target = Path(scratch) / path
            target.parent.mkdir(exist_ok=True)
            target.write_text(text)
        began = time.monotonic()
        child = subprocess.Popen([caplint, 'check', '-q', '--level', 'note', '--exit-zero', '--output', os.devnull, '.'], cwd=scratch, stdin=subprocess.DEVNULL)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        seconds, megabytes = time.monotonic() - began, usage.ru_maxrss // 1024
    is_fine = child.returncode == 0 and seconds < SECONDS and megabytes < MEGABYTES
    print(f'{name:20} {seconds:6.1f} s {megabytes:5} MB{"" if is_fine else f"  FAILED, status {child.returncode}"}', flush=True)
    return is_fine


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('caplint')
    parser.add_argument('--scale', type=float, default=1)
    parser.add_argument('words', nargs='*')
    o = parser.parse_args()
    caplint, n = str(Path(o.caplint).resolve()), max(48, int(1000 * o.scale))
    chosen = [(name, make) for name, make in cases if not o.words or any(word in name for word in o.words)]
    results = [measure(caplint, name, make, n) for name, make in chosen]
    sys.exit(not results or not all(results))


if __name__ == '__main__':
    main()
