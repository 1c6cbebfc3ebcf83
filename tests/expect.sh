# shellcheck shell=sh disable=SC2034
# For shell tests, to be read with `.` in a folder of their own. Sets failed=1 where something is not as it should be.
failed=0

# expect STATUS TEXT COMMAND...: the exit status, and a text in what is printed
expect() {
	status=$1 text=$2
	shift 2
	"$@" >out 2>&1
	got=$?
	if [ $got -ne "$status" ] || ! grep -qF -- "$text" out; then
		echo "FAILED: $* (status $got, not $status, or no '$text')"
		sed 's/^/  /' out
		failed=1
	fi
}
