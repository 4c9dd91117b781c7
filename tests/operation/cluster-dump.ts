import type { Place } from './cluster-place.ts';
import { PSQL } from './cluster-place.ts';
import { openGiven } from './cluster-move.ts';

const EXAMPLE = '2026-11-21-030000.dump';

/** @returns the name of the dump */
export function dump(place: Place): string {
  const said = place.sh(place.block('### バックアップ', 'deploy/dump-cluster'));
  const name = /Dumped: dumps\/(\S+)/.exec(said)?.[1];
  if (name === undefined) throw new Error(said);
  const modes = place.sh("echo $(find dumps -printf '%m ')");
  if (modes !== '700 600') throw new Error(`readable by others: ${modes}`);
  return name;
}

/** Beside the servers, which go on. */
export function practise(place: Place, name: string): string {
  const said = place.sh(place.block('#### 戻す練習（年に1度）', 'createdb', { [EXAMPLE]: name }));
  const found = /Rows and files agree.*/.exec(said)?.[0];
  if (found === undefined) throw new Error(said);
  const databases = place.sh(`${PSQL} --dbname=tayori --command='SELECT datname FROM pg_database'`);
  if (databases.includes('practice')) throw new Error(databases);
  return `a dump restored for practice: ${found}`;
}

/** @param letter a letter that is in the dump */
export async function restore(place: Place, name: string, letter: string): Promise<string> {
  place.sh(`tayori exec -T app1 node commands/admin.ts new-facility jiro@example.jp`);
  const tokens = `${PSQL} --dbname=tayori --command='SELECT count(*) FROM one_time_tokens'`;
  const before = place.sh(tokens);
  const began = performance.now();
  const said = place.sh(place.block('#### 復元する', 'createdb', { [EXAMPLE]: name }));
  const took = ((performance.now() - began) / 1000).toFixed(1);
  openGiven(place, said);
  const { pictures } = place.client('open', letter);
  if (Number(place.sh(tokens)) >= Number(before))
    throw new Error('the database is the present one');
  await place.drained();
  return `a dump restored in ${took} s: a letter opens with ${pictures} pictures; ${/Rows and.*/.exec(said)?.[0]}`;
}
