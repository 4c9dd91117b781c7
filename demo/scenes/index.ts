import { createRandom, type Random } from '../draw/random.ts';
import { rect, place, type Svg } from '../draw/shapes.ts';
import { balloonVolleyball, exercise } from './balloon-volleyball.ts';
import { bento } from './bento.ts';
import { birthdayCake } from './birthday-cake.ts';
import { calligraphy } from './calligraphy.ts';
import { cherryPicnic } from './cherry-picnic.ts';
import { cherryRiver } from './cherry-river.ts';
import { christmasTree } from './christmas-tree.ts';
import { cosmos } from './cosmos.ts';
import { engawaCat } from './engawa-cat.ts';
import { fireworks } from './fireworks.ts';
import { handsFlowers } from './hands-flowers.ts';
import { hinaDolls } from './hina-dolls.ts';
import { hydrangea } from './hydrangea.ts';
import { kadomatsu } from './kadomatsu.ts';
import { knitting } from './knitting.ts';
import { koinobori } from './koinobori.ts';
import { kusudama } from './kusudama.ts';
import { maplePath } from './maple-path.ts';
import { moonViewing } from './moon-viewing.ts';
import { morningGlory } from './morning-glory.ts';
import { kagamiMochi } from './new-year.ts';
import { origamiCranes } from './origami.ts';
import { persimmons } from './persimmons.ts';
import { plumBlossom } from './plum-blossom.ts';
import { portrait } from './portrait.ts';
import { setsubun } from './setsubun.ts';
import { singing } from './singing.ts';
import { snowGarden } from './snow-garden.ts';
import { summerFestival } from './summer-festival.ts';
import { sunflowers } from './sunflowers.ts';
import { sweetPotatoes } from './sweet-potatoes.ts';
import { tanabata } from './tanabata.ts';
import { teaTime } from './tea-time.ts';
import { teaWagashi } from './tea-wagashi.ts';
import { chestnutRice, festiveMeal, fishLunch } from './trays.ts';
import { vegetableGarden } from './vegetable-garden.ts';
import { veranda } from './veranda.ts';
import { watermelon } from './watermelon.ts';
import { wheelchairWalk } from './wheelchair-walk.ts';

/** The shorter side is 100 units, whatever the picture's size. */
type Drawer = (random: Random, width: number, height: number) => Svg;

const SCENES = {
  balloonVolleyball,
  bento,
  birthdayCake,
  calligraphy,
  cherryPicnic,
  cherryRiver,
  chestnutRice,
  christmasTree,
  cosmos,
  engawaCat,
  exercise,
  festiveMeal,
  fireworks,
  fishLunch,
  handsFlowers,
  hinaDolls,
  hydrangea,
  kadomatsu,
  kagamiMochi,
  knitting,
  koinobori,
  kusudama,
  maplePath,
  moonViewing,
  morningGlory,
  origamiCranes,
  persimmons,
  plumBlossom,
  portrait,
  setsubun,
  singing,
  snowGarden,
  summerFestival,
  sunflowers,
  sweetPotatoes,
  tanabata,
  teaTime,
  teaWagashi,
  vegetableGarden,
  veranda,
  watermelon,
  wheelchairWalk,
} as const satisfies Record<string, Drawer>;

export type SceneName = keyof typeof SCENES;

/** A complete SVG; the same seed draws the same picture. */
export function drawScene(name: SceneName, seed: number, width: number, height: number): string {
  const unit = 100 / Math.min(width, height);
  const [w, h] = [width * unit, height * unit];
  const random = createRandom(`${name} ${seed}`);
  const mirrored = random() < 0.5 && !ONE_WAY.has(name);
  const content = SCENES[name](random, w, h) + light(random, w, h);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${w} ${h}">` +
    `${mirrored ? place(content, w, 0, 1, 0, true) : content}</svg>`
  );
}

/** Must not be mirrored: robes, writing and trays have one direction. */
const ONE_WAY: ReadonlySet<string> = new Set([
  'calligraphy',
  'chestnutRice',
  'festiveMeal',
  'fishLunch',
  'hinaDolls',
  'setsubun',
  'summerFestival',
]);

/** Varies the light. */
function light(random: Random, width: number, height: number): Svg {
  const tint = ['#ffb45e', '#7fa8e0', '#fff1c9'][Math.floor(random() * 3)] ?? '#ffb45e';
  return rect(0, 0, width, height, tint, 0, random() * 0.09);
}
