# one device session: build every program, with and without its hazard, and run each call, form and code
set -u
export PATH=/usr/local/cuda/bin:$PATH
export LD_LIBRARY_PATH=/usr/local/cuda/lib64:${LD_LIBRARY_PATH:-}
B=/tmp/b; mkdir -p $B
flags="-std=c++17 -O2 -cudart static -gencode arch=compute_90,code=[sm_90,compute_90] -Werror all-warnings -Xcompiler -Wall,-Wextra,-Werror,-static-libstdc++,-static-libgcc -Ianalyzer/confirm"
for r in rules/*/confirm.cu; do n=$(basename $(dirname $r)); nvcc $flags $r -o $B/$n & nvcc $flags -DHAZARD_REMOVED $r -o $B/$n.removed & done; wait
ls $B | wc -l
run() { p=$1; shift; timeout 20 $B/$p "$@" >>$OUT/$L.jsonl 2>>$OUT/$L.err; echo "$? $p $*" >>$OUT/$L.rc; }
L=defaults; for n in $(ls $B | grep -v removed); do s=$(date +%s%N); run $n; echo "$n $(( ($(date +%s%N)-s)/1000000 )) ms"; done
L=removed; for n in $(ls $B | grep removed); do run $n; done
L=forms; for f in twice text again others overwritten launch; do run misread-error form=$f; done
for f in wiped cleared others judged; do run swallowed-error form=$f; done
for c in cudaErrorMisalignedAddress cudaErrorAssert cudaErrorLaunchFailure; do run sticky-retry code=$c; run misread-error form=launch code=$c; done
L=calls; grep -oE '(FAILS|ZERO|IN_CAPTURE|ON_NODE|ON_CAPTURED_EVENT)\((cuda[A-Za-z0-9]+|the kernel launch)' analyzer/confirm/calls.cuh | sed 's/.*(//' >/tmp/calls
while read -r c; do run latched-error "call=$c"; run dropped-error "call=$c"; run blamed-launch "call=$c"; done </tmp/calls
L=success; grep -oE 'SUCCEEDS\(cuda[A-Za-z0-9]+' rules/swallowed-error/confirm.cu | sed 's/.*(//' | while read -r c; do run swallowed-error form=judged call=$c; done
for f in $OUT/*.rc; do echo "$f: $(cut -d' ' -f1 $f | sort | uniq -c | tr '\n' ' ')"; grep -v '^0' $f | head -40; done
nvidia-smi --query-gpu=name,driver_version,memory.used --format=csv
