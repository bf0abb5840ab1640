#!/usr/bin/env bash
# Runs a command with a PostgreSQL of its own: scripts/with-postgres.sh -- npm test
# The cluster is in a temporary folder. TEST_DATABASE_URL contains its address. The script removes it when the command ends.
set -euo pipefail
[[ ${1:-} == -- ]] && shift
[[ $# -gt 0 ]] || { echo "usage: $0 [--] command…" >&2; exit 2; }

# Debian installs the server's programs outside of PATH, in one folder for each version. Uses the newest.
bin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -1)
[[ -x $bin/initdb ]] || bin=$(dirname "$(command -v initdb || true)")
[[ -x $bin/initdb ]] || { echo "PostgreSQL's initdb was not found: install postgresql (Debian: apt-get install postgresql)." >&2; exit 1; }

cluster=$(mktemp -d "${TMPDIR:-/tmp}/castellan-pg.XXXXXX")
as_owner=()
if [[ $(id -u) == 0 ]]; then
  # initdb refuses root.
  owner=postgres
  id "$owner" >/dev/null 2>&1 || owner=nobody
  chown "$owner" "$cluster"
  as_owner=(runuser -u "$owner" --)
fi

# Runs in the cluster's folder, because its owner may not have access to the current folder.
in_cluster() { (cd "$cluster" && "${as_owner[@]}" "$@"); }

stop() {
  in_cluster "$bin/pg_ctl" -D "$cluster/data" -m immediate stop >/dev/null 2>&1 || true
  rm -rf "$cluster"
}
trap stop EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

port=$(node -e 'const s = require("node:net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })')
# The data is removed after the run, so the server does not need to sync it to the disk.
settings="-p $port -k $cluster -c listen_addresses=127.0.0.1 -c max_connections=200 -c fsync=off -c synchronous_commit=off -c full_page_writes=off"
if ! { in_cluster "$bin/initdb" -D data -U postgres -A trust -E UTF8 --locale=C.UTF-8 --no-sync &&
  in_cluster "$bin/pg_ctl" -D data -w -l server.log -o "$settings" start &&
  in_cluster "$bin/psql" -h 127.0.0.1 -p "$port" -U postgres -qc 'CREATE DATABASE castellan_test'; } >"$cluster/setup.log" 2>&1; then
  echo "The throwaway PostgreSQL did not start:" >&2
  cat "$cluster/setup.log" "$cluster/server.log" >&2 2>/dev/null || true
  exit 1
fi

status=0
TEST_DATABASE_URL="postgres://postgres@127.0.0.1:$port/castellan_test" "$@" || status=$?
exit "$status"
