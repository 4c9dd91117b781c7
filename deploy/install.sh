#!/bin/sh
# Installs つきだより on a fresh Debian or Ubuntu, as root: sh deploy/install.sh
# From a clone with Docker; from an unpacked release with systemd and the Node in it. Asks for the
# domain name and the operator's mail address. Run again, it changes nothing that is well.
#   --yes        asks nothing: DOMAIN=tayori.example.jp OPERATOR_EMAIL=me@example.jp sh deploy/install.sh --yes
#                (also SMTP_URL and BOUNCE_URL, if they are known)
#   --uninstall  removes the program, and leaves data and settings
set -eu
cd "$(dirname "$0")/.."
# shellcheck source=deploy/steps.sh
. deploy/steps.sh

ask() { # NAME QUESTION PATTERN
  eval "answer=\${$1:-}"
  if [ "$unattended" = no ]; then
    while ! matches "$answer" "$3"; do
      printf '%s: ' "$2"
      read -r answer || fail '答えを読み取れませんでした。'
    done
  fi
  matches "$answer" "$3" || fail "$1 がないか、書き方が違います（$2）。"
  eval "$1=\$answer"
}

# May stay empty.
ask_maybe() { # NAME QUESTION PATTERN
  eval "answer=\${$1:-}"
  if [ "$unattended" = no ] && [ -z "$answer" ]; then
    while :; do
      printf '%s: ' "$2"
      read -r answer || fail '答えを読み取れませんでした。'
      if [ -z "$answer" ] || matches "$answer" "$3"; then break; fi
    done
  fi
  [ -z "$answer" ] || matches "$answer" "$3" || fail "$1 の書き方が違います（$2）。"
  eval "$1=\$answer"
}

matches() { printf '%s\n' "$1" | grep -qxE -- "$2"; }

ask_both() {
  ask DOMAIN 'ドメイン名（例: tayori.example.jp）' '[A-Za-z0-9.-]+'
  ask OPERATOR_EMAIL 'ご自分のメールアドレス' "[A-Za-z0-9.!#%*+/=?^_\`{}~-]+@[A-Za-z0-9.-]+"
  ask_maybe BOUNCE_URL '届かなかった知らせを読むメールボックス（例: imaps://利用者名:パスワード@mail.example.jp/INBOX。なければ、そのまま Enter）' 'imaps?://[^ ]+'
}

# Puts the answers into a copy of a template.
make_settings() ( # TEMPLATE FILE MODE
  umask 077
  PUBLIC_URL=https://$DOMAIN MAIL_FROM="つきだより <tayori@$DOMAIN>" OPERATOR_EMAIL=$OPERATOR_EMAIL \
    SMTP_URL=${SMTP_URL:-} BOUNCE_URL=${BOUNCE_URL:-} awk -F= '
      /^(PUBLIC_URL|MAIL_FROM|OPERATOR_EMAIL|SMTP_URL|BOUNCE_URL)=/ { print $1 "=" ENVIRON[$1]; next }
      { print }' "$1" >"$2.new"
  chmod "$3" "$2.new"
  mv "$2.new" "$2"
)

packages() { # NAME…
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq
  apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

knows() { apt-cache show "$1" 2>/dev/null | grep -q '^Package:'; }

require_debian() {
  [ "$(id -u)" = 0 ] || fail '管理者で実行します: sudo sh deploy/install.sh'
  # shellcheck source=/dev/null
  case " $(. /etc/os-release && printf '%s %s' "${ID:-}" "${ID_LIKE:-}") " in
    *' debian '*) ;;
    *) fail 'Debian か Ubuntu で使います。ほかでは docs/operations.ja.md を見て。' ;;
  esac
}

# Another web server would keep Caddy from its ports.
require_ports() {
  command -v ss >/dev/null || return 0
  taken=$(ss -Hltnp '( sport = :80 or sport = :443 )' | sed -n 's/.*users:(("\([^"]*\)".*/\1/p' | grep -vx caddy | sort -u | tr '\n' ' ')
  [ -z "$taken" ] || fail "80 番か 443 番を、ほかのプログラムが使っています（$taken）。止めてから、もう一度。"
}

has_compose() { docker compose version >/dev/null 2>&1; }

install_docker() {
  step 'Docker'
  if ! has_compose; then
    apt-get update -qq
    if knows docker-compose-v2; then
      packages docker.io docker-compose-v2 docker-buildx curl
    else
      packages docker.io docker-cli docker-compose docker-buildx curl
    fi || fail 'この版の Debian・Ubuntu では、Docker の公式の手順で入れてから、もう一度: https://docs.docker.com/engine/install/'
    has_compose || fail 'Docker Compose 2.24 以降が要ります: https://docs.docker.com/engine/install/'
  fi
  command -v curl >/dev/null || packages curl
  say "$(docker --version)"
}

with_docker() {
  install_docker
  require_ports
  is_new=no
  [ -n "$(docker compose ps --all --quiet app 2>/dev/null || true)" ] || is_new=yes
  if [ ! -e .env ]; then
    ask_both
    make_settings .env.example .env 600
    chown "$(stat -c %u:%g .)" .env
  fi
  # uid 1000 is the server's.
  [ -d data ] || install -d -o 1000 -g 1000 -m 700 data
  COMMIT=$(commit_here)
  export COMMIT
  if ! docker image inspect tsukidayori >/dev/null 2>&1; then
    step '組み立て（数分）'
    docker compose build app
  fi
  step '起動'
  docker compose up -d --no-build
  await_health || fail 'docker compose logs app に理由が出ています（docs/operations/trouble.ja.md）。'
  PUBLIC_URL=$(setting PUBLIC_URL .env)
}

with_systemd() {
  command -v systemctl >/dev/null || fail 'systemd が要ります。'
  step 'Caddy'
  is_new=yes
  [ ! -e "$UNIT" ] || is_new=no
  require_ports
  if ! command -v caddy >/dev/null || ! command -v curl >/dev/null; then
    apt-get update -qq
    knows caddy || fail 'この版の Debian・Ubuntu では、Caddy の公式の手順で入れてから、もう一度: https://caddyserver.com/docs/install'
    packages caddy curl
  fi
  if [ ! -e "$SETTINGS" ]; then
    ask_both
  fi
  step 'プログラム'
  id tsukidayori >/dev/null 2>&1 ||
    useradd --system --home-dir /var/lib/tsukidayori --shell /usr/sbin/nologin tsukidayori
  if [ ! -e "$SETTINGS" ]; then
    make_settings deploy/tsukidayori.env "$SETTINGS" 640
    chgrp tsukidayori "$SETTINGS"
  fi
  if [ "$(pwd -P)" != "$PROGRAM" ]; then
    here=$(version_here)
    if [ -e "$PROGRAM" ] && [ "$(cd "$PROGRAM" && version_here)" != "$here" ]; then
      fail "別の版が $PROGRAM にあります。新しくするのは: sudo sh $PROGRAM/deploy/update.sh ファイル"
    fi
    if [ ! -e "$PROGRAM" ]; then
      rm -rf "$PROGRAM.part"
      cp -a . "$PROGRAM.part"
      chown -R 0:0 "$PROGRAM.part"
      mv "$PROGRAM.part" "$PROGRAM"
    fi
    cd "$PROGRAM"
  fi
  if [ "$is_new" = yes ]; then put_release_files; fi
  step '起動'
  systemctl enable --quiet --now tsukidayori
  await_health "$(version_here)" || fail 'journalctl -u tsukidayori に理由が出ています（docs/operations/trouble.ja.md）。'
  put_caddy_files
  systemctl enable --quiet --now caddy
  PUBLIC_URL=$(setting PUBLIC_URL "$SETTINGS")
}

# The certificate needs the domain name to point here, which may take its owner some more time.
try_outside() {
  tries=20
  while [ "$tries" -gt 0 ]; do
    if curl -s --fail --max-time 5 -o /dev/null "$PUBLIC_URL/livez"; then
      say "$PUBLIC_URL が開きます。"
      return
    fi
    tries=$((tries - 1))
    sleep 1
  done
  say "$PUBLIC_URL は、まだ開きません。ドメイン名がこのサーバーを指し、80 番と 443 番が開いていれば、証明書は数分で自動で取れます。"
}

tell() {
  step '入りました'
  try_outside
  say "版: $(version_of "$(health)")"
  if [ "$is_new" = no ]; then
    say '前に入れたものを、そのまま使っています。運営者のアドレスを作り直すのは: admin operator-link'
    return
  fi
  say ''
  admin operator-link
  say ''
  say 'メールは、送り方（SMTP_URL）を設定するまで、どこにも出ません。次にすることは docs/operations.ja.md に。'
}

uninstall() {
  systemctl disable --quiet --now tsukidayori-update.timer 2>/dev/null || true
  rm -f /etc/systemd/system/tsukidayori-update.service /etc/systemd/system/tsukidayori-update.timer
  if is_release; then
    systemctl disable --quiet --now tsukidayori 2>/dev/null || true
    rm -f "$UNIT" /usr/local/bin/tsukidayori
    if [ -e "$CADDYFILE" ] && grep -q つきだより "$CADDYFILE"; then
      rm -f "$CADDYFILE" "$CADDYFILE.old" /etc/caddy/away.html
      if [ -e "$CADDYFILE.before" ]; then mv "$CADDYFILE.before" "$CADDYFILE"; fi
      if [ -e "$CADDYFILE" ]; then systemctl reload-or-restart caddy; else systemctl stop caddy; fi
    fi
    systemctl daemon-reload
    cd /
    rm -rf "$PROGRAM" "$PROGRAM-before" "$PROGRAM-new"
    say "外しました。データ（/var/lib/tsukidayori）と設定（$SETTINGS）は残っています。"
  else
    docker compose down --remove-orphans
    docker image rm --force tsukidayori tsukidayori:before >/dev/null 2>&1 || true
    say "外しました。データ（$PWD/data）と設定（$PWD/.env）は残っています。"
  fi
  say 'データは、消すまで、ご家族のお名前と写真とリンクの鍵を持っています。'
}

main() {
  unattended=no
  what=install
  for option; do
    case $option in
      --yes) unattended=yes ;;
      --uninstall) what=uninstall ;;
      *) fail "$option はありません。--yes か --uninstall です。" ;;
    esac
  done
  require_debian
  if [ "$what" = uninstall ]; then
    uninstall
    return
  fi
  if is_release; then with_systemd; else with_docker; fi
  tell
}

# One line, read before it runs: what is installed may replace this file.
main "$@"; exit
