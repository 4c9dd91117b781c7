import { copyFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { paths } from '#lib/paths.ts';
import { makeRelease } from '../../scripts/release.ts';
import { makeWorld } from '../support/world.ts';
import { NAME } from './client.ts';
import { debian } from './debian.ts';
import { commands } from './handbook.ts';
import type { Machine } from './machine.ts';
import { boot } from './machine.ts';
import { eventually, pause, proved, skip, whyNot } from './part.ts';
import { tryLimits } from './unit-limits.ts';
import { clientLine, whileVisited } from './visitors.ts';

const DATA = 'var/lib/tsukidayori';

/** The handbook's way without Docker, on a Debian that boots with systemd. */
export async function trySystemd(): Promise<void> {
  const reason = whyNot('debootstrap', 'systemd-nspawn', 'unshare', 'nsenter', 'setpriv');
  if (reason !== null) {
    skip(reason);
    return;
  }
  const root = debian('systemd', ['caddy', 'curl']);
  const archive = await makeRelease(path.join(root, 'root'));
  copyFileSync(archive, path.join(root, 'opt', NEXT));
  const machine = await boot(root).catch(String);
  if (typeof machine === 'string') {
    skip(machine);
    return;
  }
  try {
    await operate(root, machine);
  } finally {
    await machine.stop();
  }
}

async function operate(root: string, machine: Machine): Promise<void> {
  proved(install(machine));
  const letter = await fill(root, machine);
  proved(`the unit forbids its server to ${tryLimits(root, machine).join(', ')}`);
  proved(await updates(machine, letter));
  proved(await brokenUpdates(machine, letter));
  proved(nightly(machine));
  proved(restore(machine, letter));
  proved(await returns(machine, letter));
  proved(uninstall(machine, letter));
}

const HEALTHY = 'curl -s --fail --retry 60 --retry-delay 1 --retry-all-errors';
const opens = (letter: string): string =>
  `${HEALTHY} -k -o /dev/null 'https://${NAME}${letter}'; systemctl is-active tsukidayori caddy`;

/** As with cloud-init, without anyone to answer. */
const UNATTENDED = `DOMAIN=${NAME} OPERATOR_EMAIL=hanako@example.jp sh`;

function install(machine: Machine): string {
  const script = commands('### Docker を使わずに入れる', 'deploy/install.sh', {
    'sudo sh': UNATTENDED,
    'install.sh': 'install.sh --yes',
  });
  const said = machine.sh(`cd /root\n${script}`);
  if (!said.includes(`https://${NAME}/operator/account?token=`)) throw new Error(said);
  machine.sh(opens(paths.home));
  const link = machine.sh('cd /\nsudo tsukidayori admin new-facility taro@example.jp');
  if (!link.includes(`https://${NAME}/`)) throw new Error(link);
  const state = (): string =>
    machine.sh(`systemctl show -p MainPID,ActiveEnterTimestamp tsukidayori caddy
      sha256sum /etc/tsukidayori.env /etc/caddy/* /etc/systemd/system/tsukidayori.service`);
  const before = state();
  const again = machine.sh(`cd /root\n${script}`);
  if (state() !== before || again.includes('token=')) throw new Error(`changed: ${again}`);
  return 'installed by the handbook from the release, with nothing but Caddy and curl: server and Caddy answer; again, it changes nothing';
}

/** @returns a letter's path */
async function fill(root: string, machine: Machine): Promise<string> {
  machine.sh('systemctl stop tsukidayori');
  rmSync(path.join(root, DATA), { recursive: true });
  const { cast, yearMonth } = await makeWorld(path.join(root, DATA));
  machine.sh(`chown -R tsukidayori: /${DATA}; chmod -R go= /${DATA}; systemctl start tsukidayori`);
  const tokens = { residentToken: cast.resident.token, familyToken: cast.family.token };
  return paths.letter(yearMonth, tokens);
}

const UPDATES = 4;
const NEXT = 'tsukidayori-0.3.0-linux-x64.tar.gz';

const byHandbook = (file: string): string =>
  `cd /opt\n${commands('## 更新', '.tar.gz', { [NEXT]: file })}`;

async function updates(machine: Machine, letter: string): Promise<string> {
  const visited = await whileVisited(machine.inNetwork(clientLine('visit', letter)), async () => {
    for (let n = 0; n < UPDATES; n++) {
      machine.sh(byHandbook(NEXT));
      await pause(1000);
    }
  });
  const nested = machine.sh('find /opt -mindepth 2 -maxdepth 2 -name "tsukidayori*"');
  if (nested !== '') throw new Error(`nested: ${nested}`);
  return `${UPDATES} updates by the handbook: ${visited}`;
}

/** Each ends with an error, and with the version before. */
const BREAKS = {
  'was damaged on its way': 'echo x >>$file',
  'ends as it starts': `
    mkdir broken; tar -xzf $file -C broken
    echo 'throw new Error(1)' >broken/tsukidayori/dist/server/entry.mjs
    tar -czf $file -C broken tsukidayori; rm -r broken; sha256sum $(basename $file) >SHA256SUMS`,
};

async function brokenUpdates(machine: Machine, letter: string): Promise<string> {
  const health = (): string => machine.sh('curl -s http://127.0.0.1:4321/healthz');
  const before = health();
  const visited = await whileVisited(machine.inNetwork(clientLine('visit', letter)), async () => {
    for (const [what, change] of Object.entries(BREAKS)) {
      machine.sh(`mkdir -p /srv/next; cd /srv/next; cp /opt/${NEXT} .; file=${NEXT}
        sha256sum $file >SHA256SUMS\n${change}`);
      const script = byHandbook(`/srv/next/${NEXT}`).trim().replaceAll('\n', ' && ');
      const said = machine.sh(`{ ${script}; } 2>&1 && echo updated || true`);
      if (!/^中止しました: /m.test(said)) throw new Error(`a release that ${what}: ${said}`);
      machine.sh(opens(letter));
      if (health() !== before) throw new Error(said);
      await pause(1000);
    }
  });
  return `a release that ${Object.keys(BREAKS).join(', or ')} is refused or taken back by itself: ${visited}`;
}

/** Off at first; a release, which comes by hand, has none. */
function nightly(machine: Machine): string {
  const timers = (): string =>
    machine.sh('systemctl list-timers --all --no-legend | grep -c tsukidayori || true');
  const script = commands('### 自動で更新する', '--nightly');
  if (timers() !== '0') throw new Error('a timer from the start');
  machine.sh(`cd /opt/tsukidayori; if ${script.trim()}; then false; fi
    mkdir -p '/srv/a clone'; cp -r /opt/tsukidayori/deploy '/srv/a clone'`);
  machine.sh(
    `cd '/srv/a clone'\n${script}systemd-analyze verify tsukidayori-update.service tsukidayori-update.timer`,
  );
  if (timers() !== '1') throw new Error('no timer');
  machine.sh(`cd '/srv/a clone'\n${script.replace('on', 'off')}`);
  if (timers() !== '0') throw new Error('the timer stays');
  return 'nightly updates: off, on and off again';
}

/** Data and settings stay, and another installation goes on with them. */
function uninstall(machine: Machine, letter: string): string {
  machine.sh('cd /root; sh /opt/tsukidayori/deploy/install.sh --uninstall');
  const left = machine.sh(
    'ls -d /opt/tsukidayori* /usr/local/bin/tsukidayori /etc/systemd/system/tsuki* 2>/dev/null || true',
  );
  if (left !== `/opt/${NEXT}`) throw new Error(`left: ${left}`);
  machine.sh(`cd /root; sh tsukidayori/deploy/install.sh --yes\n${opens(letter)}`);
  return 'uninstalled: nothing is left but data and settings, with which it can be installed again';
}

function restore(machine: Machine, letter: string): string {
  const set = machine.sh('ls /var/lib/tsukidayori/backups').split('\n').at(-1) ?? '';
  const began = performance.now();
  const steps = commands('## 復元する', 'systemctl stop', { '2026-11-21-030000': set });
  machine.sh(`cd /\n${steps}\n${opens(letter)}`);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const odd = machine.sh(
    `find /${DATA} ! -user tsukidayori -o -type d ! -perm 700 -o -type f ! -perm 600`,
  );
  if (odd !== '') throw new Error(`not private to the server: ${odd}`);
  const verified = machine.sh('cd /; sudo tsukidayori verify');
  return `restored by the handbook in ${seconds} s, from stopping to the first letter; ${verified}`;
}

/** After a crash and a reboot by itself; after a stop it stays away. */
async function returns(machine: Machine, letter: string): Promise<string> {
  machine.sh('systemctl kill --signal KILL tsukidayori');
  machine.sh(opens(letter));
  await machine.reboot();
  machine.sh(opens(letter));
  machine.sh('systemctl stop tsukidayori');
  const result = machine.sh('systemctl show --value -p Result -p ActiveState tsukidayori');
  if (result.split('\n').toSorted().join() !== 'inactive,success') throw new Error(result);
  await eventually(() => machine.sh('test -z "$(pgrep -u tsukidayori)"'));
  return 'back by itself after kill -9 and after a reboot; a stop ends every process cleanly';
}
