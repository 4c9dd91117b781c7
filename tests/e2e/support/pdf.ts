import { PDFiumLibrary } from '@hyzyla/pdfium';
import sharp from 'sharp';
import type { PDFPageProxy } from 'unpdf/pdfjs';
import { OPS, getDocument } from 'unpdf/pdfjs';

const POINTS_PER_INCH = 72;
const MM_PER_POINT = 25.4 / POINTS_PER_INCH;

/** In millimetres, from the top left. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface PaperPage {
  width: number;
  height: number;
  text: string;
  photos: Box[];
  /** Addresses that a press on it would open. */
  links: string[];
  /** Where each text begins. */
  words: (Box & { text: string })[];
}

type Matrix = readonly [number, number, number, number, number, number];
const times = (m: Matrix, n: Matrix): Matrix => [
  m[0] * n[0] + m[2] * n[1],
  m[1] * n[0] + m[3] * n[1],
  m[0] * n[2] + m[2] * n[3],
  m[1] * n[2] + m[3] * n[3],
  m[0] * n[4] + m[2] * n[5] + m[4],
  m[1] * n[4] + m[3] * n[5] + m[5],
];

/** A PDF made by the browser. */
export async function readPdf(bytes: Buffer): Promise<PaperPage[]> {
  const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const pages: PaperPage[] = [];
  for (let number = 1; number <= pdf.numPages; number++) {
    pages.push(await readPage(await pdf.getPage(number)));
  }
  return pages;
}

/** Pages as a printer would render them, as PNG. @param indexes from 0. @param dpi dots per inch */
export async function renderPages(
  bytes: Buffer,
  indexes: readonly number[],
  dpi: number,
): Promise<Buffer[]> {
  const library = await PDFiumLibrary.init();
  const pdf = await library.loadDocument(new Uint8Array(bytes));
  const pictures: Buffer[] = [];
  for (const index of indexes) {
    const { data, width, height } = await pdf.getPage(index).render({
      scale: dpi / POINTS_PER_INCH,
    });
    pictures.push(
      await sharp(data, { raw: { width, height, channels: 4 } })
        .png()
        .toBuffer(),
    );
  }
  pdf.destroy();
  library.destroy();
  return pictures;
}

async function readPage(page: PDFPageProxy): Promise<PaperPage> {
  const [, , wide = 0, high = 0] = page.view;
  const box = (left: number, top: number, width: number, height: number): Box => ({
    left: left * MM_PER_POINT,
    top: (high - top) * MM_PER_POINT,
    width: width * MM_PER_POINT,
    height: height * MM_PER_POINT,
  });
  const { items } = await page.getTextContent();
  const words = items.flatMap((item) => {
    if (!('str' in item) || item.str.trim() === '') return [];
    const [, , , size = 0, left = 0, base = 0] = item.transform as number[];
    return [{ ...box(left, base + size, item.width, size), text: item.str }];
  });
  const size = { width: wide * MM_PER_POINT, height: high * MM_PER_POINT };
  const text = words.map((word) => word.text).join('');
  const notes = (await page.getAnnotations()) as { unsafeUrl?: string }[];
  const links = notes.flatMap(({ unsafeUrl }) => unsafeUrl ?? []);
  return { ...size, text, words, links, photos: await photosOf() };

  /** Every painted image, by its transformation matrix. */
  async function photosOf(): Promise<Box[]> {
    const { fnArray, argsArray } = await page.getOperatorList();
    const stack: Matrix[] = [];
    const found: Box[] = [];
    let now: Matrix = [1, 0, 0, 1, 0, 0];
    for (const [index, operator] of fnArray.entries()) {
      const given = argsArray[index] as unknown[] | null;
      if (operator === OPS.save) stack.push(now);
      else if (operator === OPS.restore) now = stack.pop() ?? now;
      else if (operator === OPS.transform) now = times(now, given as unknown as Matrix);
      else if (operator === OPS.paintFormXObjectBegin) {
        stack.push(now);
        if (given?.[0]) now = times(now, given[0] as Matrix);
      } else if (operator === OPS.paintFormXObjectEnd) now = stack.pop() ?? now;
      else if (operator === OPS.paintImageXObject) {
        const [wide, , , tall, left, low] = now;
        const top = Math.max(low, low + tall);
        found.push(box(Math.min(left, left + wide), top, Math.abs(wide), Math.abs(tall)));
      }
    }
    return found;
  }
}
