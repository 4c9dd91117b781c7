import { inProject } from './docker.ts';
import type { Engine } from './engine.ts';
import { commands } from './handbook.ts';
import { eventually } from './part.ts';

interface Moved {
  id: string;
  name: string;
}

const admin = (engine: Engine, line: string): string =>
  engine.sh(inProject(`docker compose exec -T app node commands/admin.ts ${line}`));

/** Out, away and in again as the same: the links that families have open as before. */
export async function move(engine: Engine, letter: string, host: Moved): Promise<string> {
  const opens = (): string =>
    engine.sh(`curl -sk -o /dev/null -w '%{http_code}' 'https://localhost${letter}'`);
  const file = '/data/moved.zip';
  admin(engine, `export-facility ${host.id} ${file} --move`);
  const twice = engine.sh(
    inProject(
      `docker compose exec -T app node commands/admin.ts import-facility ${file} --same 2>&1 || true`,
    ),
  );
  if (twice.includes('取り込みました')) throw new Error(`taken beside itself: ${twice}`);
  admin(engine, `remove-facility ${host.id} --yes-remove '${host.name}'`);
  await eventually(() => {
    if (opens() === '200') throw new Error('the letter of a removed facility opens');
  });
  const [taken = '', counts = ''] = admin(engine, `import-facility ${file} --same`).split('\n');
  if (!taken.includes(`番号 ${host.id}`)) throw new Error(taken);
  await eventually(() => {
    if (opens() !== '200') throw new Error(`the letter answers ${opens()}`);
  });
  const verified = engine.sh(inProject('docker compose exec -T app node commands/verify.ts'));
  engine.sh(inProject('rm data/moved.zip'));
  return `a facility went and came back, its families' links open: ${counts} ${verified}`;
}

/** What a Prometheus beside it reads, and one on the machine. */
export async function figures(engine: Engine): Promise<string> {
  const up = 'docker compose up -d --no-build';
  const override = commands('### 数字を集める（Prometheus）', 'ports:', {}, 'yaml');
  engine.sh(
    inProject(`echo METRICS_PORT=9464 >>.env
cat >compose.override.yaml <<'END'
${override}END
${up}`),
  );
  const onMachine = await eventually(() =>
    engine.sh('curl -s --fail http://127.0.0.1:9464/metrics'),
  );
  const beside = engine.sh(
    inProject(
      `docker run --rm --network tsukidayori_inside tsukidayori node -e "fetch('http://app:9464/metrics').then((r) => r.text()).then(console.log)"`,
    ),
  );
  for (const text of [onMachine, beside]) {
    if (!text.includes('tsukidayori_build_info{')) throw new Error(text.slice(0, 500));
  }
  engine.sh(inProject(`sed -i /METRICS_PORT/d .env; rm compose.override.yaml; ${up}`));
  await eventually(() => engine.sh('curl -s --fail http://127.0.0.1:4321/healthz'));
  return 'Prometheus reads the figures in the network `inside`, and on the machine by the override';
}
