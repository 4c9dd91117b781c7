#!/bin/sh
# Updates つきだより, and goes back by itself when the new version is unhealthy.
#   sh deploy/update.sh                  the newest version, of a clone with Docker (git tags v…)
#   sh deploy/update.sh v0.3.0           that one; also back to an earlier one, or a branch
#   sh deploy/update.sh FILE.tar.gz      a release, where systemd runs one; as root
#   sh deploy/update.sh --nightly on|off each night by a timer, which is off at first; as root
# OFFLINE=1 takes what is here, and asks neither git's server nor a registry.
# Every step stops at its first error, before anything that runs is touched or by going back.
set -eu
cd "$(dirname "$0")/.."
# shellcheck source=deploy/steps.sh
. deploy/steps.sh

OFFLINE=${OFFLINE:-}

# ── A clone, with Docker ──

newest_tag() { git tag --list 'v[0-9]*' --sort=-version:refname | head -n 1; }

back_to_commit() {
  git checkout --quiet "$was"
}

go_back_docker() {
  step '前の版に戻します'
  back_to_commit
  docker image tag tsukidayori:before tsukidayori
  docker compose up -d --no-deps --no-build app
  await_health "$version_before" ||
    fail '前の版も動きません。記録に the database is from a newer version と出ていれば、データベースの形が変わっています: docs/operations/trouble.ja.md'
  fail "前の版（$version_before）に戻りました。何も失われていません。"
}

has_caddy() { [ -n "$(docker compose ps --quiet caddy)" ]; }

build() {
  if [ -n "$OFFLINE" ]; then
    docker compose build app
    return
  fi
  docker compose build --pull app || return 1
  if has_caddy; then docker compose pull --quiet caddy; fi
}

update_clone() { # TARGET
  [ -e .git ] || fail 'git のフォルダーではありません。リリースなら、ファイルを書きます。'
  if [ -z "$OFFLINE" ]; then
    step '新しい版を調べます'
    git fetch --quiet --tags
  fi
  target=${1:-$(newest_tag)}
  [ -n "$target" ] || fail '版（git のタグ）がありません。'
  git rev-parse --quiet --verify "$target^{commit}" >/dev/null || fail "$target という版はありません。"
  version_before=$(version_of "$(health)")
  if [ -z "${1:-}" ] && git merge-base --is-ancestor "$target" HEAD; then
    say "いちばん新しい版です（$version_before）。"
    return
  fi
  # The branch, where there is one.
  was=$(git symbolic-ref --quiet --short HEAD || git rev-parse HEAD)

  step 'バックアップ'
  if [ -n "$(setting DATABASE_URL .env)" ]; then
    say 'データベースの側で取ります。'
  elif [ -n "$version_before" ]; then
    docker compose exec -T app node commands/backup.ts
  else
    docker compose run --rm -T --no-deps app node commands/backup.ts
  fi
  docker image tag tsukidayori tsukidayori:before

  step "$target を組み立てます（この間も、今の版が動いています）"
  git checkout --quiet "$target"
  COMMIT=$(commit_here)
  export COMMIT
  version=$(version_here)
  if ! build; then
    back_to_commit
    fail "組み立てられませんでした。今の版（$version_before）が、そのまま動いています。"
  fi

  step '入れ替えます（数秒）'
  docker compose up -d --no-deps --no-build app || go_back_docker
  await_health "$version" || go_back_docker
  image=$(docker image inspect --format '{{.Id}}' tsukidayori)
  running=$(docker inspect --format '{{.Image}}' "$(docker compose ps --quiet app)")
  if [ "$image" != "$running" ]; then
    say '組み立てたものと、動いているものが違います。' >&2
    go_back_docker
  fi
  # Only now: a reload ends what waits for the server.
  docker compose up -d --no-build
  if has_caddy; then docker compose exec -T caddy caddy reload --config /etc/caddy/Caddyfile; fi
  docker image prune --force >/dev/null
}

# ── A release, with systemd ──

go_back_release() {
  step '前の版に戻します'
  cd /
  rm -rf "$PROGRAM-new"
  mv "$PROGRAM" "$PROGRAM-new"
  mv "$PROGRAM-before" "$PROGRAM"
  cd "$PROGRAM"
  put_release_files
  systemctl restart tsukidayori
  await_health "$version_before" ||
    fail '前の版も動きません。記録に the database is from a newer version と出ていれば、データベースの形が変わっています: docs/operations/trouble.ja.md'
  if systemctl is-active --quiet caddy; then put_caddy_files; fi
  fail "前の版（$version_before）に戻りました。何も失われていません。動かなかった版は $PROGRAM-new にあります。"
}

update_release() { # FILE, as a whole path
  [ "$(id -u)" = 0 ] || fail '管理者で実行します: sudo sh deploy/update.sh ファイル'
  [ -e "$1" ] || fail "$1 がありません。"
  sums=$(dirname "$1")/SHA256SUMS
  if [ -e "$sums" ]; then
    (cd "$(dirname "$1")" && sha256sum --check --quiet --ignore-missing SHA256SUMS) || fail 'ファイルが壊れています。もう一度運びます。'
  fi
  version_before=$(version_of "$(health)")

  step 'バックアップ'
  if [ -n "$(setting DATABASE_URL "$SETTINGS")" ]; then
    say 'データベースの側で取ります。'
  else
    (cd / && tsukidayori backup)
  fi

  step '新しい版を、となりに広げます（この間も、今の版が動いています）'
  rm -rf "$PROGRAM-new"
  mkdir "$PROGRAM-new"
  tar -xzf "$1" -C "$PROGRAM-new" --strip-components=1
  version=$(cd "$PROGRAM-new" && is_release && version_here) || fail 'つきだよりのリリースではありません。'

  step "$version に入れ替えます（数秒）"
  rm -rf "$PROGRAM-before"
  cd /
  mv "$PROGRAM" "$PROGRAM-before"
  mv "$PROGRAM-new" "$PROGRAM"
  cd "$PROGRAM"
  put_release_files
  systemctl restart tsukidayori || go_back_release
  await_health "$version" || go_back_release
  if systemctl is-active --quiet caddy; then put_caddy_files; fi
}

# ── Each night ──

nightly() { # on or off
  [ "$(id -u)" = 0 ] || fail '管理者で実行します。'
  units=/etc/systemd/system/tsukidayori-update
  case ${1:-} in
    on)
      is_release && fail '自動の更新は、git で受け取ったフォルダー（Docker）だけです。'
      cat >"$units.service" <<END
[Unit]
Description=update of tsukidayori
[Service]
Type=oneshot
ExecStart=/bin/sh "$PWD/deploy/update.sh"
END
      cat >"$units.timer" <<END
[Unit]
Description=nightly update of tsukidayori
[Timer]
OnCalendar=*-*-* 04:30:00 Asia/Tokyo
RandomizedDelaySec=20min
[Install]
WantedBy=timers.target
END
      systemctl daemon-reload
      systemctl enable --quiet --now tsukidayori-update.timer
      say '毎朝4時半ごろに、新しい版があれば入れ替えます。結果は journalctl -u tsukidayori-update に。'
      ;;
    off)
      systemctl disable --quiet --now tsukidayori-update.timer 2>/dev/null || true
      rm -f "$units.service" "$units.timer"
      systemctl daemon-reload
      say '自動では更新しません。'
      ;;
    *) fail '--nightly on か --nightly off です。' ;;
  esac
}

main() {
  if [ "${1:-}" = --nightly ]; then
    nightly "${2:-}"
    return
  fi
  if is_release; then
    [ $# = 1 ] || fail '新しいリリースのファイルを書きます: sudo sh deploy/update.sh tsukidayori-0.3.0-linux-x64.tar.gz'
    update_release "$1"
  else
    update_clone "${1:-}"
  fi
  step "今の版: $(version_of "$(health)")"
  # 要確認 is for the operator to see, no failure of the update.
  admin status || true
}

case ${1:-} in
  *.tar.gz) set -- "$(cd "$OLDPWD" && realpath "$1")" ;;
esac
# One line, read before it runs: the new version replaces this file.
main "$@"; exit
