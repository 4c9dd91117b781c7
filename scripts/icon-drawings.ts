import { drawScene, type SceneName } from '../db/seeds/scenes/index.ts';

/** The moon that rises out of an opened letter, 512 by 512; `round` is the corner's radius. */
export const drawIcon = (round: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 512 512">` +
  `<rect width="512" height="512" rx="${round}" fill="#f08a24"/>` +
  `<g transform="translate(-31 -30) scale(1.12)">${envelope}</g>` +
  '</svg>';

const envelope =
  '<circle cx="256" cy="206" r="150" fill="#fff3d2" opacity=".22"/>' +
  '<path d="M92 232L256 104l164 128v176a24 24 0 0 1-24 24H116a24 24 0 0 1-24-24Z" fill="#b84a00"/>' +
  '<circle cx="256" cy="206" r="116" fill="#ffe9a8"/>' +
  '<circle cx="214" cy="176" r="20" fill="#f6d27c"/><circle cx="296" cy="156" r="13" fill="#f6d27c"/><circle cx="300" cy="216" r="24" fill="#f6d27c"/>' +
  '<path d="M92 232l164 124 164-124v176a24 24 0 0 1-24 24H116a24 24 0 0 1-24-24Z" fill="#fffaf0"/>' +
  '<path d="M98 424l158-66 158 66q-7 8-18 8H116q-11 0-18-8Z" fill="#fbe6c6"/>' +
  '<path d="M92 232l164 124 164-124" fill="none" stroke="#f3c99a" stroke-width="8" stroke-linejoin="round"/>';

/** What a link to the product looks like in a chat, 1200 by 630: prints on a table, and the letter. */
export function drawPreview(): string {
  const prints: readonly Print[] = [
    { scene: 'cherryRiver', seed: 3, x: 168, y: 176, turn: -8 },
    { scene: 'maplePath', seed: 2, x: 1030, y: 172, turn: 7 },
    { scene: 'cosmos', seed: 2, x: 196, y: 470, turn: 5 },
    { scene: 'teaTime', seed: 1, x: 1006, y: 474, turn: -6 },
  ];
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630">' +
    '<rect width="1200" height="630" fill="#fbf0dc"/>' +
    '<path d="M0 0H1200V210Q600 330 0 210Z" fill="#fdf6e8"/>' +
    '<circle cx="600" cy="300" r="330" fill="#fde7b8" opacity=".45"/>' +
    prints.map(drawPrint).join('') +
    '<ellipse cx="600" cy="560" rx="196" ry="18" fill="#5b4836" opacity=".14"/>' +
    `<g transform="translate(304 8) scale(1.16)">${envelope}</g>` +
    '</svg>'
  );
}

interface Print {
  readonly scene: SceneName;
  readonly seed: number;
  readonly x: number;
  readonly y: number;
  readonly turn: number;
}

/** A photo with a white border; its gradient ids get a name of their own. */
function drawPrint({ scene, seed, x, y, turn }: Print, index: number): string {
  const picture = drawScene(scene, seed, 312, 234)
    .replaceAll(/id="(\w+)"/g, `id="$1${index}"`)
    .replaceAll(/url\(#(\w+)\)/g, `url(#$1${index})`);
  return (
    `<g transform="translate(${x} ${y}) rotate(${turn})">` +
    '<rect x="-164" y="-122" width="340" height="262" rx="4" fill="#5b4836" opacity=".16"/>' +
    '<rect x="-170" y="-131" width="340" height="262" rx="4" fill="#ffffff"/>' +
    `<g transform="translate(-156 -117)">${picture}</g></g>`
  );
}
