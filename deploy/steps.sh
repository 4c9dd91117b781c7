# shellcheck shell=sh disable=SC2034
# What install.sh and update.sh share. Sourced in the folder of the program.

# Where a release is put, and what belongs to it.
PROGRAM=/opt/tsukidayori
SETTINGS=/etc/tsukidayori.env
UNIT=/etc/systemd/system/tsukidayori.service
CADDYFILE=/etc/caddy/Caddyfile

say() { printf '%s\n' "$*"; }
step() { printf '\n── %s\n' "$*"; }
fail() {
  printf '\n中止しました: %s\n' "$*" >&2
  exit 1
}

# A release brings Node and what is built; a clone is built by Docker.
is_release() { [ -x node_modules/node/bin/node ] && [ ! -e scripts/install.mjs ]; }

# As the owner of the clone, with that person's keys.
git() {
  owner=$(stat -c %U .)
  if [ "$(id -u)" = 0 ] && [ "$owner" != root ]; then
    runuser -u "$owner" -- git "$@"
  else
    command git "$@"
  fi
}

# The commit that a build of this folder has, as scripts/astro-version.mjs finds it.
commit_here() {
  [ -e .git ] || return 0
  printf %s "$(git rev-parse --short=7 HEAD)"
  [ -z "$(git status --porcelain --untracked-files=no)" ] || printf .changed
}

version_of() { # of text as /healthz answers it, or dist/version.json
  printf %s "$1" | sed -n 's/.*"version": *"\([^"]*\)".*/\1/p'
}

version_here() {
  if is_release; then
    sed -n 's/.*"release": *"\([^"]*\)", *"commit": *"\([^"]*\)".*/\1+\2/p' dist/version.json
  else
    commit=$(commit_here)
    printf %s "$(sed -n 's/^  "version": "\(.*\)",$/\1/p' package.json)${commit:++$commit}"
  fi | sed 's/+$//'
}

# The value of a setting, without quotes.
setting() { # NAME FILE
  sed -n "s/^$1=//p" "$2" | tail -n 1 | tr -d "\"'"
}

port_of_server() {
  port=
  if is_release; then port=$(setting PORT "$SETTINGS"); fi
  printf %s "${port:-4321}"
}

health() { curl -s --max-time 5 "http://127.0.0.1:$(port_of_server)/healthz" || true; }

# Whether the server exited after it was started: waiting will not help.
has_ended() {
  if is_release; then
    [ "$(systemctl show --value -p SubState tsukidayori)" != running ]
  else
    id=$(docker compose ps --all --quiet app)
    [ "$(docker inspect --format '{{.State.Status}} {{.RestartCount}}' "$id")" != 'running 0' ]
  fi
}

# Waits until that version is healthy, or any. Fails after two minutes, or once the server has ended.
await_health() { # [VERSION]
  tries=120
  while [ "$tries" -gt 0 ]; do
    said=$(health)
    case $said in
      *'"status":"ok"'*)
        [ -z "${1:-}" ] || [ "$(version_of "$said")" = "$1" ] || {
          say "動いているのは $(version_of "$said") で、$1 ではありません。" >&2
          return 1
        }
        return 0
        ;;
    esac
    if has_ended; then
      say '起動しませんでした。記録の終わり:' >&2
      if is_release; then
        journalctl --unit tsukidayori --lines 5 --output cat --no-pager >&2 || true
      else
        docker compose logs --tail 5 --no-log-prefix app >&2 || true
      fi
      return 1
    fi
    tries=$((tries - 1))
    sleep 1
  done
  say 'サーバーが答えません。' >&2
  return 1
}

# The wrapper, the unit and Caddy's file of this folder's release.
put_release_files() {
  install -m 755 deploy/tsukidayori /usr/local/bin/tsukidayori
  install -m 644 deploy/tsukidayori.service "$UNIT"
  systemctl daemon-reload
}

# Once the server is healthy: a reload ends what waits for it.
put_caddy_files() {
  install -m 644 deploy/away.html /etc/caddy/away.html
  from=$(setting OPERATOR_FROM "$SETTINGS")
  sed "s|{\$PUBLIC_URL}|$(setting PUBLIC_URL "$SETTINGS")|
    s|{\$OPERATOR_FROM:\(.*\)}|${from:-\1}|" deploy/Caddyfile >"$CADDYFILE.new"
  if [ -e "$CADDYFILE" ] && ! grep -q つきだより "$CADDYFILE" && [ ! -e "$CADDYFILE.before" ]; then
    cp -p "$CADDYFILE" "$CADDYFILE.before"
  fi
  if cmp -s "$CADDYFILE.new" "$CADDYFILE"; then
    rm "$CADDYFILE.new"
    return
  fi
  # Lines that the operator added are kept in sight.
  if [ -e "$CADDYFILE" ] && grep -q つきだより "$CADDYFILE"; then cp -p "$CADDYFILE" "$CADDYFILE.old"; fi
  mv "$CADDYFILE.new" "$CADDYFILE"
  chmod 644 "$CADDYFILE"
  systemctl reload-or-restart caddy
}

admin() {
  if is_release; then
    (cd / && tsukidayori admin "$@")
  else
    docker compose exec -T app node commands/admin.ts "$@"
  fi
}
