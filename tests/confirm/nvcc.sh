#!/bin/sh
# Stands in for nvcc: the program that it "builds" prints a result as the real one would, with the verdict in FAKE_VERDICT.
# FAKE_SOURCE and FAKE_CALL make it answer for other sources or another call; FAKE_VERDICT=garbage for none at all.
out="" rule="" hash="" before=""
for word in "$@"; do
	case $word in
	-DSOURCE_HASH=*) hash=$(printf %s "${word#*=}" | tr -d '"') ;;
	*.cu) rule=$(basename "$(dirname "$word")") ;;
	esac
	[ "$before" != -o ] || out=$word
	before=$word
done
[ "${FAKE_BUILD:-good}" = good ] || { echo "confirm.cu(1): error: it can't be built" >&2; exit 1; }
cat >"$out" <<END
#!/bin/sh
values=
for value in "\$@"; do
	case \$value in call=*) [ -z "\$FAKE_CALL" ] || value=call=\$FAKE_CALL ;; esac
	values="\$values\"\${value%%=*}\":\"\${value#*=}\","
done
where='"device":"Fake GPU","compute_capability":"${FAKE_CAPABILITY:-9.0}","driver":"1.2","runtime":"13.0","toolkit":"13.0.88",'
case \${FAKE_VERDICT:-confirmed} in
garbage) echo 'Segmentation fault' >&2; exit 139 ;;
'not run') where='"reason":"no device",' status=77 ;;
'not reproduced') status=1 ;;
*) status=0 ;;
esac
printf '{"rule":"$rule","program":"confirm.cu",%s"source":"%s",%s"verdict":"%s"}\n' "\$values" "\${FAKE_SOURCE:-$hash}" "\$where" "\${FAKE_VERDICT:-confirmed}"
exit \$status
END
chmod +x "$out"
