#!/bin/sh
# caplint confirm without a device: a fake compiler makes programs that answer as told. usage: cli.sh CAPLINT
set -u
caplint=$1
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2
mkdir -p toolkit/bin
cp "$here/nvcc.sh" toolkit/bin/nvcc
chmod +x toolkit/bin/nvcc
cat >tree.cu <<'END'
#include <cuda_runtime.h>

__global__ void work(float *p);

bool pin(void *host, size_t bytes)
{
	return cudaHostRegister(host, bytes, cudaHostRegisterDefault) == cudaSuccess;
}

void use(float *p, void *host)
{
	if (!pin(host, 4096))
		p = nullptr;
	work<<<1, 256>>>(p);
	if (cudaGetLastError() != cudaSuccess)
		throw 1;
}
END

# shellcheck source=tests/expect.sh
. "$here/../expect.sh"
# shellcheck disable=SC2317
confirm() { "$caplint" confirm -q --cuda-path toolkit "$@"; }
# shellcheck disable=SC2317
fake() { env "$1" "$caplint" confirm -q --cuda-path toolkit tree.cu; } # fake NAME=VALUE

# verdicts, and the exit status that goes with each
expect 0 'latched-error call=cudaHostRegister  confirmed on Fake GPU (sm_90), driver 1.2, toolkit 13.0.88; built for sm_120 and sm_121, not run' confirm tree.cu
expect 0 'tree.cu:7:9: note: confirmed on Fake GPU' confirm tree.cu
expect 0 'built for sm_90 and sm_121, not run' fake FAKE_CAPABILITY=12.0
expect 1 'not reproduced on Fake GPU' fake 'FAKE_VERDICT=not reproduced'
expect 0 'built for sm_90, sm_120 and sm_121, not run: no device' fake 'FAKE_VERDICT=not run'
expect 2 'broken: it ended with status 139' fake FAKE_VERDICT=garbage
expect 2 'broken: it could not be built: confirm.cu(1): error' fake FAKE_BUILD=bad
# nothing is borrowed
expect 2 'of other parameters' fake FAKE_CALL=cudaMalloc
expect 2 'made from other sources' fake FAKE_SOURCE=0123
# rules by name
expect 0 'unchecked-launch  confirmed' confirm --rule unchecked-launch
expect 2 "did you mean 'unchecked-launch'?" confirm --rule unchecked-lunch
expect 2 'there is no nvcc in --cuda-path' "$caplint" confirm --cuda-path nowhere tree.cu
expect 2 'one or the other' confirm --emit a --import b
expect 2 "unknown option '--emit'" "$caplint" check --emit a tree.cu
[ ! -e a ] || { echo 'FAILED: a refused command made a folder'; failed=1; }

# SARIF: from the code, and into a file that is there already
expect 0 '"device": "Fake GPU"' confirm --format sarif tree.cu
"$caplint" check -q --format sarif --output findings.sarif tree.cu
expect 0 'tree.cu:7: latched-error: confirmed on Fake GPU' confirm findings.sarif
expect 0 '"verdict": "confirmed"' confirm --format sarif findings.sarif
grep -v '"confirmation"' out >with
"$caplint" confirm -q --cuda-path toolkit --format sarif --output again.sarif findings.sarif
expect 0 '"verdict": "confirmed"' cat again.sarif
printf '{"version":"2.1.0","runs":[{"results":[{"ruleId":"latched-error"},{"ruleId":"dropped-error","properties":{"params":{"call":"x\\"; rm -rf"}}}]}]}' >bare.sarif
expect 0 'not expressible: the finding does not name its call' confirm bare.sarif
expect 0 'not expressible: its call is no plain name' confirm bare.sarif
echo 'not json' >bad.sarif
expect 2 'is no SARIF file' confirm bad.sarif

# what findings of the rules' own cases ask for
confirm "$here/../../rules/raw-pointer" "$here/../../rules/library-workspace" >asked 2>&1
for text in 'raw-pointer form=dropped' 'raw-pointer form=replaced' 'raw-pointer form=map mode=thread_local' 'library-workspace call=cublasSetStream form=stream' \
	'library-workspace call=cudaFree form=freed' "library-workspace                                   not expressible: the rule's programs can't make this happen"; do
	expect 0 "$text" cat asked
done

# a bundle there and back
expect 0 'a bundle with 2 runs' "$caplint" confirm --emit bundle tree.cu
"$caplint" confirm -q --emit twin tree.cu 2>/dev/null
diff -r bundle twin >/dev/null || { echo 'FAILED: two bundles of one tree differ'; failed=1; }
expect 2 'is not an empty folder' "$caplint" confirm --emit bundle tree.cu
expect 0 'latched-error' env NVCC="$work/toolkit/bin/nvcc" ./bundle/build.sh
expect 0 '"verdict":"confirmed"' env NVCC="$work/toolkit/bin/nvcc" ./bundle/run.sh
expect 0 'latched-error call=cudaHostRegister  confirmed on Fake GPU' "$caplint" confirm -q --import bundle/results.jsonl tree.cu
expect 0 'confirmed on Fake GPU' "$caplint" confirm -q --import bundle/results.jsonl findings.sarif
expect 0 'confirmed on Fake GPU' "$caplint" confirm -q --import bundle/results.jsonl
sed 's/cudaHostRegister/cudaMalloc/' tree.cu >other.cu
expect 0 'not run: the results hold no run of it' "$caplint" confirm -q --import bundle/results.jsonl other.cu

# the parameters of captures; a case that leaves the mode to the program never takes the result of one that names it
printf '{"version":"2.1.0","runs":[{"results":[{"ruleId":"sync-in-capture","properties":{"params":{"call":"Tensor.item"}}},{"ruleId":"sync-in-capture","properties":{"params":{"call":"Tensor.item","mode":"relaxed","stream":"blocking"}}}]}]}' >modes.sarif
expect 0 'sync-in-capture call=Tensor.item mode=relaxed stream=blocking  confirmed' confirm modes.sarif
expect 0 'a bundle with 2 runs' "$caplint" confirm --emit modes modes.sarif
env NVCC="$work/toolkit/bin/nvcc" ./modes/build.sh >/dev/null && env NVCC="$work/toolkit/bin/nvcc" ./modes/run.sh >/dev/null
expect 0 'sync-in-capture call=Tensor.item                               confirmed' "$caplint" confirm -q --import modes/results.jsonl modes.sarif
sed -i 2d modes/results.jsonl
expect 0 'sync-in-capture: not run: the results hold no run of it' "$caplint" confirm -q --import modes/results.jsonl modes.sarif
expect 0 'mode=relaxed stream=blocking  confirmed' "$caplint" confirm -q --import modes/results.jsonl modes.sarif
rm -r modes/bin/sync-in-capture && env NVCC="$work/toolkit/bin/nvcc" ./modes/run.sh >/dev/null
expect 0 'mode=relaxed stream=blocking  not run: there was no compiler for it' "$caplint" confirm -q --import modes/results.jsonl modes.sarif

# programs of PyTorch: run as they are by a Python, on a device of lists here
cat >upload.py <<'END'
import torch


def upload(x: torch.Tensor, out: torch.Tensor, side: torch.cuda.Stream, done: torch.cuda.Event):
    y = torch.matmul(x, x)
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        out.copy_(y)
        done.record()
END
# shellcheck disable=SC2317
with_torch() { env PYTHONPATH="$here/fake" "$@"; }
# shellcheck disable=SC2317
without_torch() { env PYTHONPATH="$here/without" "$@"; }
python=$(command -v python3)
expect 0 'side-stream-temporary (PyTorch)  confirmed on Fake GPU (sm_90), driver' with_torch "$caplint" confirm -q upload.py
expect 0 ', PyTorch 2.11.0+fake; not run on sm_120 and sm_121' with_torch "$caplint" confirm -q upload.py
expect 0 'upload.py:8:9: note: confirmed on Fake GPU' with_torch "$caplint" confirm -q upload.py
expect 1 'not reproduced on Fake GPU' with_torch HAZARD_REMOVED=1 "$caplint" confirm -q upload.py
expect 0 'side-stream-temporary (PyTorch)  not run: no PyTorch' without_torch "$caplint" confirm -q upload.py
expect 0 '"verdict": "not run"' without_torch "$caplint" confirm -q --format sarif upload.py
expect 0 'not run: it needs python3 with PyTorch' env CAPLINT_PYTHON=./none "$caplint" confirm -q upload.py
expect 0 'side-stream-temporary (PyTorch)  confirmed' with_torch CAPLINT_PYTHON="$python" "$caplint" confirm -q --rule side-stream-temporary
# no compiler is asked for where nothing is to be built
expect 0 'side-stream-temporary (PyTorch)  confirmed' with_torch "$caplint" confirm -q --cuda-path nowhere upload.py
# a rule with a program of each kind: the form of the finding tells which
param() { printf '{"ruleId":"frozen-rng","properties":{"params":{%s}}}' "$1"; }
printf '{"version":"2.1.0","runs":[{"results":[%s,%s,%s,%s,%s]}]}' "$(param '"form":"drawn","call":"rand"')" \
	"$(param '"form":"state","call":"torch.cuda.get_rng_state"')" "$(param '"form":"generator","call":"curandSetGeneratorOffset"')" \
	"$(param '"form":"state","call":"torch.random.fork_rng"')" "$(param '"call":"rand"')" >forms.sarif
for text in 'frozen-rng form=drawn                                          confirmed on Fake GPU' \
	'frozen-rng (PyTorch) call=torch.cuda.get_rng_state form=state  confirmed on Fake GPU' "not expressible: the rule's programs can't make this happen" \
	"frozen-rng (PyTorch) call=torch.random.fork_rng form=state     not expressible: the program can't make this happen" \
	'not expressible: the finding does not name its form'; do
	expect 0 "$text" with_torch "$caplint" confirm -q --cuda-path toolkit forms.sarif
done
# and there and back
expect 0 'a bundle with 1 run' "$caplint" confirm --emit uploaded upload.py
NVCC=./none ./uploaded/build.sh || { echo 'FAILED: a build of nothing needs a compiler'; failed=1; }
expect 0 '"verdict":"confirmed"' with_torch ./uploaded/run.sh
expect 0 'side-stream-temporary (PyTorch)  confirmed on Fake GPU' "$caplint" confirm -q --import uploaded/results.jsonl upload.py
[ ! -e uploaded/__pycache__ ] || { echo 'FAILED: running a bundle changes it'; failed=1; }
cp uploaded/results.jsonl results
sed 's/"program":"confirm.py"/"program":"confirm.cu"/' results >uploaded/results.jsonl
expect 2 'no program of the manifest has asked for' "$caplint" confirm -q --import uploaded/results.jsonl upload.py
sed 's/"source":"[0-9a-f]*"/"source":"00"/' results >uploaded/results.jsonl
expect 2 'was made from other sources than this caplint holds' "$caplint" confirm -q --import uploaded/results.jsonl upload.py
expect 0 '"reason":"no PyTorch","verdict":"not run"' without_torch ./uploaded/run.sh
expect 0 'side-stream-temporary (PyTorch)  not run: no PyTorch' "$caplint" confirm -q --import uploaded/results.jsonl upload.py
expect 0 '"reason":"there was no python3 for it","verdict":"not built"' env PYTHON=./none ./uploaded/run.sh
expect 0 'not run: there was no python3 for it' "$caplint" confirm -q --import uploaded/results.jsonl upload.py
echo 'raise MemoryError' >uploaded/harness.py
expect 0 'it ended with status 1 and without a result","verdict":"broken"' ./uploaded/run.sh
expect 2 'the sources have been changed' ./uploaded/build.sh
"$caplint" confirm -q --emit whole 2>/dev/null
expect 0 'whole/frozen-rng/confirm.py' ls whole/frozen-rng/confirm.cu whole/frozen-rng/confirm.py whole/harness.py
expect 0 '"path": "harness.py"' cat whole/manifest.json

# what is refused
cp -r bundle tampered
sed 's/cudaHostRegister/cudaMalloc/' bundle/manifest.json >tampered/manifest.json
expect 2 'is not the one that the results were made with' "$caplint" confirm --import tampered/results.jsonl tree.cu
seal() { sed "1s/.*/{\"manifest\":\"$(sha256sum tampered/manifest.json | cut -d' ' -f1)\"}/" bundle/results.jsonl >tampered/results.jsonl; }
seal
expect 2 'is not what this caplint writes' "$caplint" confirm --import tampered/results.jsonl tree.cu
sed '/harness.cuh/{n;s/: ".*"/: "00"/;}' bundle/manifest.json >tampered/manifest.json
seal
expect 2 "made from other sources: 'harness.cuh'" "$caplint" confirm --import tampered/results.jsonl tree.cu
cp bundle/manifest.json tampered/manifest.json
sed 's/"source":"[0-9a-f]*"/"source":"00"/' bundle/results.jsonl >tampered/results.jsonl
expect 2 'was made from other sources than this caplint holds' "$caplint" confirm --import tampered/results.jsonl tree.cu
sed 's/"call":"cudaHostRegister"/"call":"cudaMalloc"/' bundle/results.jsonl >tampered/results.jsonl
expect 2 'no program of the manifest has asked for' "$caplint" confirm --import tampered/results.jsonl tree.cu
sed 's/"device":"[^"]*",//' bundle/results.jsonl >tampered/results.jsonl
expect 2 'names no device' "$caplint" confirm --import tampered/results.jsonl tree.cu
rm tampered/manifest.json
expect 2 'manifest.json' "$caplint" confirm --import tampered/results.jsonl tree.cu
echo '// more' >>bundle/harness.cuh
expect 2 'the sources have been changed' env NVCC="$work/toolkit/bin/nvcc" ./bundle/build.sh
exit $failed
