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
const OWN_NAME = { 'https://tayori.example.jp': `https://${NAME}` };

/** The handbook's way without Docker, on a Debian that boots with systemd. */
export async function trySystemd(): Promise<void> {
  const reason = whyNot('debootstrap', 'systemd-nspawn', 'unshare', 'nsenter', 'setpriv');
  if (reason !== null) {
    skip(reason);
    return;
  }
  const root = debian('systemd', ['caddy', 'curl']);
  const archive = await makeRelease(path.join(root, 'root'));
  const next = path.join(root, 'opt/tsukidayori-0.3.0-linux-x64.tar.gz');
  if (archive !== next) copyFileSync(archive, next);
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
  proved(restore(machine, letter));
  proved(await returns(machine, letter));
}

const HEALTHY = 'curl -s --fail --retry 60 --retry-delay 1 --retry-all-errors';
const opens = (letter: string): string =>
  `${HEALTHY} -k -o /dev/null 'https://${NAME}${letter}'; systemctl is-active tsukidayori caddy`;

function install(machine: Machine): string {
  const unpack = commands('### Docker を使わずに入れる（systemd）', 'tar -xzf');
  const steps = commands('### Docker を使わずに入れる（systemd）', 'useradd', {
    'sudo apt-get install': '#',
    'sudo cp -r tsukidayori': `${unpack}\n#`,
    'sudo npm run build': '#',
    'sudo nano /etc/tsukidayori.env': `sed -i 's|^PUBLIC_URL=.*|PUBLIC_URL=https://${NAME}|' /etc/tsukidayori.env`,
  });
  machine.sh(`cd /root\n${steps}`);
  const health = machine.sh(commands('### Docker を使わずに入れる（systemd）', 'healthz'));
  if (!health.includes('active (running)') || !health.includes('"status":"ok"'))
    throw new Error(health);
  const caddy = commands('### Docker を使わずに入れる（systemd）', 'systemctl reload', OWN_NAME);
  machine.sh(`cd /opt/tsukidayori\n${caddy}`);
  machine.sh(opens(paths.home));
  const link = machine.sh('cd /\nsudo tsukidayori admin new-facility taro@example.jp');
  if (!link.includes(`https://${NAME}/`)) throw new Error(link);
  return 'installed by the handbook from the release, with nothing but Caddy and curl: server and Caddy answer';
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

async function updates(machine: Machine, letter: string): Promise<string> {
  const replace = { ...OWN_NAME, 'sudo git pull': '#', 'sudo npm run build': '#' };
  const fromClone = commands('## 更新', 'sudo git pull', replace);
  const unpack = commands('## 更新', 'sudo mkdir tsukidayori-new');
  const fromRelease = fromClone.replace(/^sudo cp -r [^]*?^#.*\n#.*\n/m, () => unpack);
  if (fromRelease === fromClone) throw new Error('the update could not be replaced');
  const visited = await whileVisited(machine.inNetwork(clientLine('visit', letter)), async () => {
    for (const script of [fromClone, fromRelease, fromClone, fromRelease]) {
      machine.sh(script);
      await pause(1000);
    }
  });
  const folders = machine.sh('ls /opt /opt/tsukidayori-before');
  if (folders.includes('tsukidayori-new')) throw new Error(folders);
  const nested = machine.sh('find /opt -mindepth 2 -maxdepth 2 -name "tsukidayori*"');
  if (nested !== '') throw new Error(`nested: ${nested}`);
  goBack(machine, letter);
  return `4 updates by the handbook, of a clone and of a release in turn: ${visited}`;
}

/** To the version before, if the database is still its own. */
function goBack(machine: Machine, letter: string): void {
  machine.sh('echo now >/opt/tsukidayori/which; echo before >/opt/tsukidayori-before/which');
  machine.sh(`${commands('### 前の版に戻す', 'sudo mv')}\n${opens(letter)}`);
  if (machine.sh('cat /opt/tsukidayori/which') !== 'before') throw new Error('it is not back');
}

function restore(machine: Machine, letter: string): string {
  const set = machine.sh('ls /var/lib/tsukidayori/backups').split('\n').at(-1) ?? '';
  const began = performance.now();
  const steps = commands('### 復元する', 'systemctl stop', { '2026-11-21-030000': set });
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
