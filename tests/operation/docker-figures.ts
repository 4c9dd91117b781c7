import { inProject } from './docker.ts';
import type { Engine } from './engine.ts';
import { commands } from './handbook.ts';
import { eventually } from './part.ts';

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
