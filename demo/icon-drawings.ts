import { drawScene, type SceneName } from './scenes/index.ts';

/** The moon rising out of an opened letter, 512 by 512; `round` is the corner's radius. */
export const drawIcon = (round: number, scale = 1.12): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 512 512">` +
  `<rect width="512" height="512" rx="${round}" fill="#f08a24"/>` +
  `<g transform="translate(256 256) scale(${scale}) translate(-256.3 -255.4)">${envelope}</g>` +
  '</svg>';

const envelope =
  '<circle cx="256" cy="206" r="150" fill="#fff3d2" opacity=".22"/>' +
  '<path d="M92 232L256 104l164 128v176a24 24 0 0 1-24 24H116a24 24 0 0 1-24-24Z" fill="#b84a00"/>' +
  '<circle cx="256" cy="206" r="116" fill="#ffe9a8"/>' +
  '<circle cx="214" cy="176" r="20" fill="#f6d27c"/><circle cx="296" cy="156" r="13" fill="#f6d27c"/><circle cx="300" cy="216" r="24" fill="#f6d27c"/>' +
  '<path d="M92 232l164 124 164-124v176a24 24 0 0 1-24 24H116a24 24 0 0 1-24-24Z" fill="#fffaf0"/>' +
  '<path d="M98 424l158-66 158 66q-7 8-18 8H116q-11 0-18-8Z" fill="#fbe6c6"/>' +
  '<path d="M92 232l164 124 164-124" fill="none" stroke="#f3c99a" stroke-width="8" stroke-linejoin="round"/>';

const SERIF =
  'font-family="\'Noto Serif CJK JP\',\'Hiragino Mincho ProN\',serif" font-weight="700"';

/** The link preview in a chat, 1200 by 630; its centre works alone. */
export function drawPreview(): string {
  const prints: readonly Print[] = [
    { scene: 'handsFlowers', seed: 3, x: 150, y: 170, turn: -8 },
    { scene: 'sweetPotatoes', seed: 2, x: 1050, y: 168, turn: 7 },
    { scene: 'knitting', seed: 2, x: 156, y: 476, turn: 5 },
    { scene: 'teaTime', seed: 13, x: 1046, y: 478, turn: -6 },
  ];
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630">' +
    '<rect width="1200" height="630" fill="#fbf0dc"/>' +
    prints.map(drawPrint).join('') +
    '<circle cx="600" cy="315" r="300" fill="#fdf6e8"/>' +
    `<g transform="translate(418 30) scale(.71)">${envelope}</g>` +
    `<text x="600" y="460" font-size="88" text-anchor="middle" letter-spacing="4" fill="#b84a00" ${SERIF}>つきだより</text>` +
    `<text x="600" y="530" font-size="34" text-anchor="middle" fill="#33291f" ${SERIF}>月にいちど、ご家族へ</text>` +
    `<text x="600" y="578" font-size="34" text-anchor="middle" fill="#33291f" ${SERIF}>写真のお便り</text>` +
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

/** With a white border; gradient ids are made unique. */
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
