import { expect, test } from 'vitest';
import { splitFileName } from './file-name.ts';

test.each([
  ['IMG_20241003_0012.jpeg', 'IMG_20241003_', '0012.jpeg'],
  ['敬老会の写真その二.png', '敬老会の写', '真その二.png'],
  ['a.jpg', '', 'a.jpg'],
  ['noending', 'noen', 'ding'],
  ['.hidden', '.hi', 'dden'],
  ['🌸🌸🌸🌸🌸🌸.jpg', '🌸🌸', '🌸🌸🌸🌸.jpg'],
])('%s keeps its end', (name, stem, end) => {
  expect(splitFileName(name)).toEqual({ stem, end });
});
