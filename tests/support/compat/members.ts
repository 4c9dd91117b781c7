import { entryOf } from './data.ts';

/** Where members of objects are described. */
const PLACES = [['javascript', 'builtins'], ['api']];

let known: Map<string, string[][]> | undefined;

/** Every object of the platform that has a member of this name. */
export function memberKeys(name: string): string[][] {
  known ??= readMembers();
  return known.get(name) ?? [];
}

function readMembers(): Map<string, string[][]> {
  const members = new Map<string, string[][]>();
  for (const place of PLACES) {
    for (const object of namesIn(place)) {
      for (const name of namesIn([...place, object])) {
        const plain = name.replace(/_static$/, '');
        members.set(plain, [...(members.get(plain) ?? []), [...place, object, name]]);
      }
    }
  }
  return members;
}

const namesIn = (key: string[]): string[] =>
  Object.keys(entryOf(key) ?? {}).filter((name) => name !== '__compat');

/** Every object of the platform, and every member of one. */
export const allMembers = (): string[][] =>
  PLACES.flatMap((place) =>
    namesIn(place).flatMap((object) => {
      const key = [...place, object];
      return [key, ...namesIn(key).map((member) => [...key, member])];
    }),
  );
