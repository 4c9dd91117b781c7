import { readFileSync } from 'node:fs';
import path from 'node:path';
import { CORPUS } from './corpus.ts';

/** A photo of an iPhone: its shape, its day, and how much red, green and blue it has in sRGB. */
export const IPHONE = {
  ...{ width: 2566, height: 3313, takenOn: '2021-04-11' },
  colours: [124, 120, 117],
};

/** Red beside blue, made with `heif-enc`: 128 × 96, of 6 May 2024. */
export const plainHeic = Buffer.from(
  `
  AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAYBtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAA
  AAAAAAAAAAAA5waXRtAAAAAAABAAAANGlsb2MAAAAAREAAAgABAAAAAAGkAAEAAAAAAAAARgACAAAAAAHqAAEAAAAA
  AAAA2AAAADhpaW5mAAAAAAACAAAAFWluZmUCAAAAAAEAAGh2YzEAAAAAFWluZmUCAAABAAIAAEV4aWYAAAAAv2lwcn
  AAAAChaXBjbwAAAHVodmNDAQNwAAAAAAAAAAAAHvAA/P34+AAADwMgAAEAGEABDAH//wNwAAADAJAAAAMAAAMAHroC
  QCEAAQAoQgEBA3AAAAMAkAAAAwAAAwAeoBAgYWW6kkprmwIAAAMAAgAAAwACECIAAQAHRAHBcrAiQAAAABRpc3BlAA
  AAAAAAAIAAAABgAAAAEHBpeGkAAAAAAwgICAAAABZpcG1hAAAAAAAAAAEAAQOBAoMAAAAaaXJlZgAAAAAAAAAOY2Rz
  YwACAAEAAQAAASZtZGF0AAAAQigBrxOA5TPAn//rko//gEzw+zICtUPOeD+5aZ388cJZ85xyPu4zsbY0JTQrPMPqRp
  C/kylkn0S8AmJ8dlEDAQW4pAAAAABJSSoACAAAAAYAEgEDAAEAAAABAAAAGgEFAAEAAABWAAAAGwEFAAEAAABeAAAA
  KAEDAAEAAAACAAAAEwIDAAEAAAABAAAAaYcEAAEAAABmAAAAAAAAADhjAADoAwAAOGMAAOgDAAAHAACQBwAEAAAAMD
  IxMAOQAgAUAAAAwAAAAAGRBwAEAAAAAQIDAACgBwAEAAAAMDEwMAGgAwABAAAA//8AAAKgBAABAAAAgAAAAAOgBAAB
  AAAAYAAAAAAAAAAyMDI0OjA1OjA2IDA3OjA4OjA5AA==
`,
  'base64',
);

/** Real ones, which cannot be made here. @throws Error without PHOTO_CORPUS */
export const iphoneHeic = (): Buffer => readBroken('heic_iphone_as.jpg');
/** Without a day. */
export const smallHeic = (): Buffer => readBroken('heic_sample_as.jpg');

const readBroken = (name: string): Buffer =>
  readFileSync(path.resolve(CORPUS ?? '', 'broken', name));

/** As by a camera that was held otherwise: HEIC is turned by its own boxes, not by EXIF. */
export function turned(heic: Buffer, quarters: 1 | 2 | 3): Buffer {
  const copy = Buffer.from(heic);
  copy[copy.indexOf('irot') + 4] = quarters;
  return copy;
}

/** Labelled and begun like one, with nothing in it. */
export const emptyHeic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1');
