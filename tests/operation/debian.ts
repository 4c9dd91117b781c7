import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { run } from './part.ts';

const SUITE = 'trixie';
export const HOST_NAME = 'server';
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';
/** OPERATION_CACHE keeps the installed systems for the next run. */
const CACHE = process.env['OPERATION_CACHE'];
const ADD_PACKAGES = `
  export DEBIAN_FRONTEND=noninteractive
  printf '#!/bin/sh\\nexit 101\\n' >/usr/sbin/policy-rc.d
  chmod 755 /usr/sbin/policy-rc.d
  apt-get update -qq
  apt-get install -y -qq --no-install-recommends "$@"
  rm /usr/sbin/policy-rc.d
  apt-get clean
`;

let work: string | undefined;
/** On a disk: a temporary folder may be memory. */
const workFolder = (): string => (work ??= mkdtempSync('/var/tmp/tsukidayori-operation-'));

export function removeSystems(): void {
  if (work !== undefined) rmSync(work, { recursive: true, force: true });
}

/** Makes `folder` the root of a mount namespace, with what programs expect there. */
const ENTER = `
  set -e
  mount --make-rprivate /
  mount --bind "$1" "$1"
  cd "$1"
  mount -t proc proc proc
  mount --rbind /sys sys
  mount --rbind /dev dev
  mount -t tmpfs tmpfs run
  mount -t tmpfs tmpfs tmp
  rm -f etc/resolv.conf
  cat /etc/resolv.conf >etc/resolv.conf
  pivot_root . mnt
  umount -l /mnt
  shift
  exec "$@"
`;

/**
 * The command line that runs another within a system, in namespaces which end with it, and at the
 * latest with this process.
 */
export const within = (root: string, command: string[], ...namespaces: string[]): string[] => [
  ...['setpriv', '--pdeathsig', 'KILL', 'unshare', '--mount', '--pid', ...namespaces],
  ...['--fork', '--kill-child', 'sh', '-c', ENTER, 'sh', root, ...command],
];

/** A fresh Debian with these packages, as a folder of its own. */
export function debian(name: string, packages: string[]): string {
  const root = path.join(workFolder(), name);
  run('cp', ['-a', '--reflink=auto', installed(name, packages), root]);
  put(root, 'root/.gitconfig', '[user]\nname = operator\nemail = operator@localhost\n');
  put(root, 'etc/hosts', `127.0.0.1 localhost\n::1 localhost\n127.0.1.1 ${HOST_NAME}\n`);
  return root;
}

function installed(name: string, packages: string[]): string {
  const base = made('base', (folder) => {
    const include = '--include=systemd,systemd-sysv,dbus,ca-certificates,sudo';
    run('debootstrap', ['--variant=minbase', include, SUITE, folder]);
    // This machine's, which may have more authorities.
    if (existsSync(CERTIFICATES)) cpSync(CERTIFICATES, path.join(folder, CERTIFICATES));
  });
  return made(`${name}-installed`, (folder) => {
    run('cp', ['-a', '--reflink=auto', base, folder]);
    const [program = '', ...args] = within(folder, ['sh', '-ec', ADD_PACKAGES, 'sh', ...packages]);
    run(program, args);
  });
}

/** Once; a broken attempt leaves nothing under its name. */
function made(name: string, make: (folder: string) => void): string {
  const place = path.join(CACHE ?? workFolder(), `${SUITE}-${name}`);
  if (existsSync(place)) return place;
  mkdirSync(path.dirname(place), { recursive: true });
  const unfinished = `${place}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  make(unfinished);
  renameSync(unfinished, place);
  return place;
}

export function put(root: string, file: string, text: string): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
}
