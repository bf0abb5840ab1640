#!/usr/bin/env bash
# Runs a command with a PostgreSQL of its own: scripts/with-postgres.sh -- npm test
# With --optional, the command runs as it is if TEST_DATABASE_URL names a server, or if PostgreSQL is not installed.
# A throwaway cluster in a temporary folder, named by TEST_DATABASE_URL, gone when the command ends. With openssl, it also accepts TLS, and
# TEST_DATABASE_CERTIFICATE names the file of its certificate.
set -euo pipefail
optional=""
[[ ${1:-} == --optional ]] && optional=1 && shift
[[ ${1:-} == -- ]] && shift
[[ $# -gt 0 ]] || { echo "usage: $0 [--] command…" >&2; exit 2; }

# Debian keeps the server's programs out of PATH, one folder for each version: the newest.
bin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -1)
[[ -x $bin/initdb ]] || bin=$(dirname "$(command -v initdb || true)")
if [[ $optional && ( -n ${TEST_DATABASE_URL:-} || ! -x $bin/initdb ) ]]; then exec "$@"; fi
[[ -x $bin/initdb ]] || { echo "PostgreSQL's initdb was not found: install postgresql (Debian: apt-get install postgresql)." >&2; exit 1; }

# In memory if there is room: a disk takes 300 ms to create a database, memory 50 ms.
place=${TMPDIR:-/tmp}
[[ -w /dev/shm && $(df --output=avail -k /dev/shm 2>/dev/null | tail -1) -ge 2000000 ]] && place=/dev/shm
cluster=$(mktemp -d "$place/castellan-pg.XXXXXX")
as_owner=()
if [[ $(id -u) == 0 ]]; then
  # initdb refuses root.
  owner=postgres
  id "$owner" >/dev/null 2>&1 || owner=nobody
  chown "$owner" "$cluster"
  as_owner=(runuser -u "$owner" --)
fi

# From the cluster's folder, because its owner may not be allowed to see this one.
in_cluster() { (cd "$cluster" && "${as_owner[@]}" "$@"); }

stop() {
  in_cluster "$bin/pg_ctl" -D "$cluster/data" -m immediate stop >/dev/null 2>&1 || true
  rm -rf "$cluster"
}
trap stop EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

port=$(node -e 'const s = require("node:net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })')
# Nothing here outlives the run, so nothing needs to reach the disk. Plans depend on the statistics of the tests only.
settings="-p $port -k $cluster -c listen_addresses=127.0.0.1 -c max_connections=200 -c fsync=off -c synchronous_commit=off -c full_page_writes=off -c max_wal_size=256MB -c autovacuum=off -c jit=off"
# The certificate is its own authority.
certificate=""
if command -v openssl >/dev/null; then
  in_cluster openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost \
    -addext subjectAltName=DNS:localhost,IP:127.0.0.1 -keyout key.pem -out cert.pem >/dev/null 2>&1
  chmod 755 "$cluster"
  certificate="$cluster/cert.pem"
  settings+=" -c ssl=on -c ssl_cert_file=$cluster/cert.pem -c ssl_key_file=$cluster/key.pem"
fi
if ! { in_cluster "$bin/initdb" -D data -U postgres -A trust -E UTF8 --locale=C.UTF-8 --no-sync &&
  in_cluster "$bin/pg_ctl" -D data -w -l server.log -o "$settings" start &&
  in_cluster "$bin/psql" -h 127.0.0.1 -p "$port" -U postgres -qc 'CREATE DATABASE castellan_test'; } >"$cluster/setup.log" 2>&1; then
  echo "The throwaway PostgreSQL did not start:" >&2
  cat "$cluster/setup.log" "$cluster/server.log" >&2 2>/dev/null || true
  exit 1
fi

status=0
TEST_DATABASE_URL="postgres://postgres@127.0.0.1:$port/castellan_test" TEST_DATABASE_CERTIFICATE="$certificate" "$@" || status=$?
exit "$status"
