import type { Place } from './cluster-place.ts';

const HEADING = '## 移す';

/** @returns the address that open-letter gave */
export function openGiven(place: Place, said: string): number {
  const address = /https?:\/\/\S+\/letters\/\S+/.exec(said)?.[0];
  if (address === undefined) throw new Error(`no letter: ${said}`);
  return place.client('open', address)['pictures'] ?? 0;
}

/** From one server with Docker to the cluster. */
export function moveHere(place: Place, settings: Record<string, string>, letter: string): string {
  place.settings({ ...settings, APP_SECRET: place.read('data/secret').trim() });
  const said = place.sh(place.block(HEADING, 'tayori run'));
  if (!said.includes('Next:')) throw new Error(said);
  openGiven(place, place.sh(place.block(HEADING, '--remove-orphans')));
  place.sh(place.block(HEADING, 'rm -rf data-before'));
  if (place.admin('status').includes('要確認')) throw new Error(place.admin('status'));
  const { pictures } = place.client('open', letter);
  const left = place.sh('docker ps --all --filter name=tsukidayori-app-1 --quiet');
  if (left !== '') throw new Error('the one server is still there');
  return `moved here: ${/The database is .*/.exec(said)?.[0]} A letter opens with ${pictures} pictures`;
}
