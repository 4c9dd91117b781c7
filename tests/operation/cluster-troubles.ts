import type { Place } from './cluster-place.ts';
import { CHANGE } from './docker-updates.ts';
import { eventually, pause } from './part.ts';
import { clientLine, visited, whileVisited } from './visitors.ts';

const UPDATES = 3;
const HEADING = '### 更新';
/** As compose names them. */
const containerOf = (service: string): string => `tsukidayori-${service}-1`;

const visitors = ({ engine }: Place, letter: string): string[] =>
  engine.inNetwork('own', clientLine('visit', new URL(letter).pathname + new URL(letter).search));

const idsOf = (place: Place): string[] =>
  place.sh('tayori ps app1 app2 --quiet --no-trunc').split('\n');

const updateWith = (place: Place, change: string): string =>
  place.block(HEADING, 'up -d', { 'git pull': change, ' --pull': '' });

/** By the document, one server after the other. */
export async function update(place: Place, letter: string): Promise<string> {
  place.sh(`cat >/root/change <<'END'\n${CHANGE}\nEND`);
  const said = await whileVisited(visitors(place, letter), async () => {
    for (let n = 0; n < UPDATES; n++) {
      const before = idsOf(place);
      place.sh(updateWith(place, 'bash /root/change'));
      if (idsOf(place).some((id) => before.includes(id))) throw new Error('a container is old');
      await pause(1000);
    }
  });
  return `${UPDATES} updates of both by the document: ${said}`;
}

/** A version that does not start leaves the other server alone. */
export async function failUpdate(place: Place, letter: string): Promise<string> {
  const [, second] = idsOf(place);
  const breakIt = "sed -i '1i throw new Error(1);' src/entry/main.ts";
  const said = await whileVisited(visitors(place, letter), async () => {
    place.sh('cp src/entry/main.ts /root/main.ts');
    const [first = ''] = updateWith(place, breakIt).split('tayori exec');
    const end = place.sh(`{ ${first.trimEnd()}\n} && echo updated || true`);
    if (end.endsWith('updated')) throw new Error('the update did not fail');
    if (idsOf(place)[1] !== second) throw new Error('the other server was replaced too');
    place.sh('cp /root/main.ts src/entry/main.ts');
    place.sh(`docker image tag tsukidayori:before tsukidayori
      tayori up -d --no-deps --no-build --wait app1`);
    await pause(1000);
  });
  return `an update that does not start stops at the first server, and is taken back: ${said}`;
}

const inWords = (answers: Record<string, number>): string =>
  Object.entries(answers)
    .map(([answer, count]) => `${count} ${answer}`)
    .join(', ');

/** As when it crashes: the engine starts it again. */
export async function killOne(place: Place, letter: string): Promise<string> {
  const app1 = containerOf('app1');
  const { answers } = await visited(visitors(place, letter), async () => {
    await pause(1000);
    place.sh(`kill -9 $(docker inspect --format '{{.State.Pid}}' ${app1})`);
    await eventually(() => {
      const state = `docker inspect --format '{{.RestartCount}} {{.State.Health.Status}}' ${app1}`;
      if (place.sh(state) !== '1 healthy') throw new Error('not started again');
    });
    await pause(2000);
  });
  return `app1 killed and started again by the engine: ${inWords(answers)}`;
}

export async function restartPostgres(place: Place, letter: string): Promise<string> {
  const before = place.sh('tayori exec -T app1 node commands/verify.ts');
  const { answers } = await visited(visitors(place, letter), async () => {
    await pause(1000);
    place.sh(`docker restart ${containerOf('postgres')}`);
    await eventually(() => place.client('open', letter));
    await pause(2000);
  });
  const after = place.sh('tayori exec -T app1 node commands/verify.ts');
  if (after !== before) throw new Error(`${before} became ${after}`);
  return `PostgreSQL restarted: ${inWords(answers)}; ${after}`;
}
