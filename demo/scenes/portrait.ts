import { GREENS, lighten, mix } from '../draw/colour.ts';
import { hills } from '../draw/curves.ts';
import { elder } from '../draw/face.ts';
import { bokeh, sky } from '../draw/light.ts';
import { bust, LAP, type Hands } from '../draw/people.ts';
import { crown } from '../draw/plants.ts';
import { between, pick, type Random } from '../draw/random.ts';
import { room } from '../draw/room.ts';
import { place, times, type Svg } from '../draw/shapes.ts';

const WAVE: Hands = { left: LAP.left, right: [19, -3] };

/** Close and smiling, for the list of residents. */
export function portrait(random: Random, width: number, height: number): Svg {
  const size = Math.min(height / 60, width / 46) * between(random, 0.94, 1.04);
  const hands = pick(random, [LAP, WAVE, { left: [-9, 12], right: [9, 12] }] as const);
  return (
    backdrop(random, width, height) +
    place(
      bust(random, elder(random), hands),
      width * between(random, 0.46, 0.54),
      height - 33 * size,
      size,
    )
  );
}

function backdrop(random: Random, width: number, height: number): Svg {
  const season = pick(random, ['spring', 'summer', 'autumn', 'winter'] as const);
  if (random() < 0.5) return room(random, width, height, season, height * 0.82);
  const leaves = GREENS[season].map((green) => mix(green, '#ffffff', 0.3));
  return (
    sky(random, width, height, season === 'summer' ? 'day' : season) +
    times(5, (i) => crown(random, (width * (i + 0.5)) / 5, height * 0.6, 24, 18, leaves, 8)) +
    hills(random, width, height, height * 0.72, 3, lighten(GREENS[season][1], 0.2)) +
    bokeh(random, width, height, ['#ffffff', '#ffe9b0'], 10)
  );
}
