import { idOf, inProject } from './docker.ts';
import type { Engine } from './engine.ts';
import { commands } from './handbook.ts';
import { pause } from './part.ts';
import { clientLine, whileVisited } from './visitors.ts';

const UPDATES = 5;
/** Both the program and Caddy's configuration differ in each new version. */
export const CHANGE = `
echo '// changed' >>src/server/main.ts
sed -i "s/max_size .*/max_size $((30 + $(wc -l <src/server/main.ts)))MB/" deploy/Caddyfile
`;

/** A new version in the clone's git, whose server is not asked. @returns its tag */
function publish(engine: Engine, change: string): string {
  return engine
    .sh(
      inProject(`
        [ -e .git ] || { git init --quiet; git add .; git commit --quiet --message first; git tag v0.2.0; }
        git checkout --quiet --detach
        ${change}
        git add .
        git commit --quiet --message next
        tag=v0.2.$(git rev-list --count HEAD)
        git tag $tag
        git checkout --quiet $(git tag --list 'v*' --sort=version:refname | tail -n 2 | head -n 1)
        echo $tag
      `),
    )
    .trim();
}

/** Without a registry and git's server. */
const byHandbook = (heading: string, replace: Record<string, string> = {}): string =>
  inProject(commands(heading, 'deploy/update.sh', { 'sudo sh': 'OFFLINE=1 sh', ...replace }));

const visitorsOf = (engine: Engine, letter: string): string[] =>
  engine.inNetwork('own', clientLine('visit', letter));

const headOf = (engine: Engine): string => engine.sh(inProject('git rev-parse HEAD'));
const healthOf = (engine: Engine): string => engine.sh('curl -s http://127.0.0.1:4321/healthz');

export async function updates(engine: Engine, letter: string): Promise<string> {
  const visited = await whileVisited(visitorsOf(engine, letter), async () => {
    for (let n = 0; n < UPDATES; n++) {
      const before = idOf(engine);
      publish(engine, CHANGE);
      engine.sh(byHandbook('## 更新'));
      if (idOf(engine) === before) throw new Error('the container is the old one');
      const commit = headOf(engine).slice(0, 7);
      if (!healthOf(engine).includes(`+${commit}"`)) throw new Error(healthOf(engine));
      await pause(1000);
    }
  });
  const again = engine.sh(byHandbook('## 更新'));
  if (!again.includes('いちばん新しい版です')) throw new Error(again);
  const logs = commands('## 記録を読む', '--since 2h', {
    admin: 'docker compose exec -T app node commands/admin.ts',
    a1b2c3d4e5f6: '000000000000',
  });
  const starts = engine.sh(inProject(logs)).match(/ {2}listening {2}version="0/g)?.length ?? 0;
  // The first container's, and in both of the first two answers.
  if (starts < 2 * UPDATES + 2) throw new Error(`the log has ${starts} starts`);
  return `${UPDATES} updates by the handbook, and the log of all containers: ${visited}`;
}

const BREAKS = {
  'cannot be built': "echo 'export const x: = 1' >>src/entry/main.ts",
  'ends as it starts': "sed -i '1i throw new Error(1);' src/entry/main.ts",
  'is of another version':
    'sed -i \'s/commit: findCommit()/commit: "0000000"/\' scripts/astro-version.mjs',
};

/** Each ends with an error, and with the version before, in git too. */
export async function brokenUpdates(engine: Engine, letter: string): Promise<string> {
  const [health, head] = [healthOf(engine), headOf(engine)];
  const visited = await whileVisited(visitorsOf(engine, letter), async () => {
    for (const [what, change] of Object.entries(BREAKS)) {
      const tag = publish(engine, change);
      const script = byHandbook('## 更新').trim().replaceAll('\n', ' && ');
      const said = engine.sh(`{ ${script}; } 2>&1 && echo updated || true`);
      const isRefused =
        /^中止しました: (?:前の版（.*）に戻りました|組み立てられませんでした)/m.test(said);
      if (!isRefused) throw new Error(`a version that ${what}: ${said.slice(-2000)}`);
      if (healthOf(engine) !== health || headOf(engine) !== head) throw new Error(said);
      engine.sh(inProject(`git tag --delete ${tag}`));
      await pause(1000);
    }
  });
  return `a version that ${Object.keys(BREAKS).join(', or ')} is taken back by itself: ${visited}`;
}

/** To the release before, and forth again. */
export async function goBack(engine: Engine, letter: string): Promise<string> {
  const newest = engine.sh(inProject('git describe --tags'));
  const visited = await whileVisited(visitorsOf(engine, letter), async () => {
    engine.sh(byHandbook('### 前の版に戻す'));
    if (engine.sh(inProject('git describe --tags')) !== 'v0.2.0') throw new Error('not back');
    await pause(1000);
    engine.sh(byHandbook('### 前の版に戻す', { 'v0.2.0': newest }));
  });
  return `back to the first version by the handbook, and forth: ${visited}`;
}
