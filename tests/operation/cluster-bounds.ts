import type { Place } from './cluster-place.ts';

/** Of the containers: what must fail there. */
const REFUSED: Record<string, string> = {
  'root writes to the program': 'tayori exec -T --user root app1 touch /app/x',
  'app2 may gain privileges': 'tayori exec -T app2 grep "NoNewPrivs:.0" /proc/1/status',
  'root changes owners': 'tayori exec -T --user root app1 chown node /data',
  'postgres writes to its program': 'tayori exec -T postgres touch /usr/x',
  'a wrong password opens the database':
    'tayori exec -T -e PGPASSWORD=wrong postgres psql --host=postgres --username=tayori --command="SELECT 1"',
  'caddy writes to its settings': 'tayori exec -T caddy touch /etc/caddy/x',
};

interface State {
  Name: string;
  HostConfig: {
    Memory: number;
    PidsLimit: number;
    ReadonlyRootfs: boolean;
    LogConfig: { Config: Record<string, string> };
  };
}

/** What compose.cluster.yaml promises of its containers. @throws if something is wider */
export function bounds(place: Place): string {
  for (const [what, script] of Object.entries(REFUSED)) {
    if (place.sh(`if ${script} >/dev/null 2>&1; then echo done; fi`) !== '') {
      throw new Error(`${what}: not refused`);
    }
  }
  const states = JSON.parse(place.sh('docker inspect $(tayori ps --quiet)')) as State[];
  for (const { Name, HostConfig } of states) {
    const { Memory, PidsLimit, ReadonlyRootfs, LogConfig } = HostConfig;
    const isBounded = Memory > 0 && PidsLimit > 0 && ReadonlyRootfs;
    const logMb = Number.parseInt(LogConfig.Config['max-size'] ?? '', 10);
    if (!isBounded || !(logMb * Number(LogConfig.Config['max-file']) <= 50)) {
      throw new Error(`${Name}: ${JSON.stringify(HostConfig)}`);
    }
  }
  const sum = states.reduce((mb, { HostConfig }) => mb + HostConfig.Memory / 2 ** 20, 0);
  return `${states.length} containers within ${sum} MB refuse ${Object.keys(REFUSED).length} things; ${ports(place)}`;
}

/** From another machine. */
function ports(place: Place): string {
  const open = (port: number): boolean =>
    place.sh(
      `ip netns exec client1 timeout 5 bash -c 'echo >/dev/tcp/10.90.1.1/${port}' 2>/dev/null && echo open || true`,
    ) === 'open';
  for (const port of [80, 443]) if (!open(port)) throw new Error(`${port} is closed`);
  for (const port of [4321, 4322, 5432, 2019]) if (open(port)) throw new Error(`${port} is open`);
  return 'others reach ports 80 and 443 only';
}
