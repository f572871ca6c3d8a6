#!/usr/bin/env bash
# The whole way on a real Paperclip server: a failed task is listed, opened, taken through the four steps, its brief and its review are
# written as documents, nobody is woken, and a concurrent edit is refused. Not part of .ci/run: it needs npm and the network.
#
#   tests/paperclip.sh [WORK_DIR [PORT]]     WORK_DIR keeps the installed server (1.6 GB) for the next time; default a new folder
#
# Bounded: install 15 minutes, start 3, seeding 3, the test 10. Everything that it starts is ended by its process id.
set -euo pipefail
cd "$(dirname "$0")/.."
command -v npm >/dev/null || { echo "skipped: npm is not here, so that no Paperclip server can be installed"; exit 0; }
command -v setpriv >/dev/null || { echo "skipped: setpriv (util-linux) is not here"; exit 0; }
WORK=${1:-$(mktemp -d)}; PORT=${2:-3190}; VERSION=2026.916.1; BASE="http://127.0.0.1:$PORT"
mkdir -p "$WORK"; WORK=$(cd "$WORK" && pwd -P); mkdir -p "$WORK"/{app,home,data,log,seed}
NAME=paperclip-e2e; AS=()
if [ "$(id -u)" = 0 ]; then # the server's own PostgreSQL refuses root
  id "$NAME" >/dev/null 2>&1 || useradd --system --user-group --home-dir "$WORK/home" --no-create-home --shell /bin/bash "$NAME"
  chmod 755 "$WORK"; chown "$NAME:" "$WORK"/{app,home,data,log,seed}
  AS=(setpriv --reuid "$(id -u "$NAME")" --regid "$(id -g "$NAME")" --clear-groups)
fi
CLEAN=(env -i PATH="$WORK/app/node_modules/.bin:/usr/local/bin:/usr/bin:/bin" HOME="$WORK/home" LANG=C.UTF-8 E2E_WORK_DIR="$WORK"
  PAPERCLIP_TELEMETRY_DISABLED=1 DO_NOT_TRACK=1 PAPERCLIP_UPDATE_CHECK=0 PAPERCLIP_ANNOUNCEMENTS_ENABLED=false
  PAPERCLIP_DB_BACKUP_ENABLED=false PAPERCLIP_NO_BROWSER=1 PAPERCLIP_OPEN_ON_LISTEN=false HEARTBEAT_SCHEDULER_INTERVAL_MS=10000 PORT="$PORT" HOST=127.0.0.1)
for name in NODE_EXTRA_CA_CERTS SSL_CERT_FILE HTTPS_PROXY https_proxy NO_PROXY no_proxy npm_config_registry; do
  [ -n "${!name:-}" ] && CLEAN+=("$name=${!name}")
done

ours() { grep -qzxF -- "E2E_WORK_DIR=$WORK" "/proc/$1/environ" 2>/dev/null || grep -qzF -- "$WORK/data/instances/default/db" "/proc/$1/cmdline" 2>/dev/null; }
down() { # only what carries our mark, each by its id
  for signal in TERM KILL; do
    for folder in /proc/[0-9]*; do pid=${folder#/proc/}; [ "$pid" != "$$" ] && ours "$pid" && kill "-$signal" "$pid" 2>/dev/null; done
    for _ in $(seq 40); do left=; for folder in /proc/[0-9]*; do ours "${folder#/proc/}" && left=1; done; [ -z "$left" ] && return 0; sleep 0.25; done
  done
}
trap down EXIT

if ! [ -x "$WORK/app/node_modules/.bin/paperclipai" ]; then
  echo "== installing paperclipai@$VERSION into $WORK (2 to 8 minutes)"
  (cd "$WORK/app" && printf '{"name":"paperclip-e2e","private":true}\n' > package.json && { [ "$(id -u)" != 0 ] || chown "$NAME:" package.json; }
    timeout 900 "${AS[@]}" "${CLEAN[@]}" npm install --no-audit --no-fund --loglevel=error "paperclipai@$VERSION" node@24) > "$WORK/log/npm.log" 2>&1 ||
    { tail -n 20 "$WORK/log/npm.log"; echo "npm install failed"; exit 1; }
fi
command=(onboard --yes --no-install-service --bind loopback)
[ -f "$WORK/data/instances/default/config.json" ] && command=(run --no-repair)
(cd "$WORK/home" && exec setsid "${AS[@]}" "${CLEAN[@]}" "$WORK/app/node_modules/.bin/node" "$WORK/app/node_modules/.bin/paperclipai" "${command[@]}" -d "$WORK/data") \
  </dev/null >> "$WORK/log/server.log" 2>&1 &
ready() { curl -fsS --max-time 3 "$BASE/api/health" 2>/dev/null | grep -q '"phase":"ready"'; }
for _ in $(seq 180); do ready && break; sleep 1; done
ready || { tail -n 30 "$WORK/log/server.log"; echo "the server is not ready after 180 seconds"; exit 1; }
echo "== server ready at $BASE"

# A worker that does one thing, sends a request whose outcome nobody sees, and fails.
cat > "$WORK/seed/worker.mjs" <<'WORKER'
import fs from "node:fs";
fs.writeFileSync("totals.py", "def totals(rows):\n    # TODO: currency column\n");
console.log("editing totals.py (not committed)");
console.log("POST https://reports.invalid/upload (outcome not seen)");
console.error("ValueError: row 17 has 5 columns");
process.exit(3);
WORKER
mkdir -p "$WORK/seed/tree-$$"; chmod 777 "$WORK/seed/tree-$$"
cat > "$WORK/seed/seed.mjs" <<'SEED'
const [base, dir, worker] = process.argv.slice(2);
const api = async (method, path, body) => {
  const answer = await fetch(base + "/api" + path, { method, headers: body ? { "content-type": "application/json" } : {}, body: body && JSON.stringify(body), signal: AbortSignal.timeout(30000) });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
};
const c = await api("POST", "/companies", { name: "Recovery test " + process.pid });
const p = await api("POST", `/companies/${c.id}/projects`, { name: "Importer", workspace: { name: "tree", sourceType: "local_path", cwd: dir, isPrimary: true } });
const a = await api("POST", `/companies/${c.id}/agents`, { name: "Importer", role: "engineer", adapterType: "process", adapterConfig: { command: "node", args: [worker], cwd: dir, timeoutSec: 900, graceSec: 2 } });
const i = await api("POST", `/companies/${c.id}/issues`, { title: "Import the weekly sales file", status: "todo", priority: "high", projectId: p.id, assigneeAgentId: a.id,
  description: "Goal: report.md with one total per region.\n\nLimits: do not touch prod.csv.\n\nDone when:\n- 42 rows read" });
for (let n = 0; n < 120; n++) {
  const now = await api("GET", `/issues/${i.id}`);
  if (now.status === "blocked" && !(await api("GET", `/issues/${i.id}/live-runs`)).length) { console.log(now.identifier); process.exit(0); }
  await new Promise((next) => setTimeout(next, 1000));
}
throw new Error("the task did not settle in 120 seconds");
SEED
TASK=$(cd "$WORK/seed" && timeout 180 "${AS[@]}" "${CLEAN[@]}" "$WORK/app/node_modules/.bin/node" seed.mjs "$BASE" "$WORK/seed/tree-$$" "$WORK/seed/worker.mjs")
echo "== task $TASK failed and is held"
LASTGOOD_E2E_URL="$BASE" LASTGOOD_E2E_TASK="$TASK" timeout 900 cargo test --locked --test paperclip -- --ignored real
echo "== passed on a real server; stopping it"
