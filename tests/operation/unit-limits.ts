import { put } from './debian.ts';
import type { Machine } from './machine.ts';

/** Each works for the server's user without the unit. */
const FORBIDDEN = {
  'write elsewhere': 'touch /srv/open/probe',
  'read homes': 'cat /home/someone/note',
  "read other programs' temporary files": 'cat /tmp/note',
  'see other processes': 'cat /proc/1/status',
  'read settings of the kernel': 'cat /proc/sys/kernel/osrelease',
  'make namespaces': 'unshare --user true',
  'use netlink sockets': `perl -e 'socket(my $s, 16, 3, 0) or exit 1'`,
  'make files that run as their owner': 'cp /bin/true $OWN && chmod u+s $OWN',
  'change how programs are laid out': 'setarch --addr-no-randomize true',
};
const PROBE = `
export OWN=/var/lib/tsukidayori/probe-program
${Object.entries({ 'write data': 'touch /var/lib/tsukidayori/probe', ...FORBIDDEN })
  .map(([name, command]) => `if ( ${command} ) >/dev/null 2>&1; then echo "${name}"; fi`)
  .join('\n')}
rm -f /var/lib/tsukidayori/probe /srv/open/probe $OWN
`;

/** What the server's user may do within the unit and without it. @returns what only the unit forbids */
export function tryLimits(root: string, machine: Machine): string[] {
  put(root, 'opt/probe.sh', PROBE);
  const without = machine.sh(`
    mkdir -p -m 1777 /srv/open
    mkdir -p /home/someone
    echo a | tee /home/someone/note >/tmp/note
    cd /
    setpriv --reuid tsukidayori --regid tsukidayori --init-groups sh /opt/probe.sh
  `);
  const within = machine.sh(`
    unit=/etc/systemd/system/probe.service
    sed -e 's|^ExecStart=.*|ExecStart=sh /opt/probe.sh|' -e 's|^Type=.*|Type=oneshot|' \\
      -e '/^Restart/d' /opt/tsukidayori/deploy/tsukidayori.service >$unit
    systemctl daemon-reload
    systemctl start probe
    journalctl --quiet --unit probe --output cat _COMM=sh
    rm $unit
    systemctl daemon-reload
  `);
  const names = Object.keys(FORBIDDEN);
  const missing = names.filter((name) => !without.split('\n').includes(name));
  if (missing.length > 0) throw new Error(`tells nothing about: ${missing.join(', ')}`);
  if (within.trim() !== 'write data') throw new Error(`the unit allows: ${within}`);
  return names;
}
