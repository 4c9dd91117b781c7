import type { CivilDate } from '#lib/calendar.ts';
import { cameraDay } from '#lib/camera-day.ts';

/** What is needed of a HEIC photo beside its pixels; these come upright from every decoder. */
interface HeifFacts {
  day: CivilDate | null;
  /** Its colours are those of an iPhone, which reach further than a JPEG without a profile. */
  isWide: boolean;
}

/** An iPhone's is 3 KB long; Exif with a thumbnail is longer. */
const META_BYTES = 1024 * 1024;
const ITEM_BYTES = 256 * 1024;
const MAX_BOXES = 100;
const MAX_PARTS = 1000;

/** ISO 14496-12: boxes, of which `meta` lists items and where in the file they are. */
export async function readHeif(file: Blob): Promise<HeifFacts> {
  const facts: HeifFacts = { day: null, isWide: false };
  try {
    const meta = await readMeta(file);
    if (!meta) return facts;
    facts.isWide = /colr(?:prof|rICC)[^]*Display P3/.test(textOf(meta).replaceAll('\0', ''));
    const { exif, xmp } = carriersIn(meta);
    facts.day = cameraDay({
      exif: tiffOf(await readItem(file, meta, exif)),
      xmp: await readItem(file, meta, xmp),
    });
  } catch {
    // It ends too early, or cannot be read: without a day.
  }
  return facts;
}

async function readMeta(file: Blob): Promise<DataView | null> {
  for (let at = 0, n = 0; at + 8 <= file.size && n < MAX_BOXES; n += 1) {
    const head = await viewOf(file.slice(at, at + 16));
    const long = head.getUint32(0) === 1;
    const size = long ? Number(head.getBigUint64(8)) : head.getUint32(0) || file.size - at;
    const body = at + (long ? 16 : 8);
    if (typeAt(head, 4) === 'meta') {
      return viewOf(file.slice(body, Math.min(at + size, body + META_BYTES)));
    }
    if (size < 8) return null;
    at += size;
  }
  return null;
}

const viewOf = async (part: Blob): Promise<DataView> => new DataView(await part.arrayBuffer());

const textOf = (view: DataView): string =>
  new TextDecoder('latin1').decode(new Uint8Array(view.buffer, view.byteOffset, view.byteLength));

const typeAt = (view: DataView, at: number): string =>
  String.fromCharCode(...[0, 1, 2, 3].map((n) => view.getUint8(at + n)));

/** The boxes in a part of a box, each without its head. */
function boxesIn(view: DataView, from: number): [string, DataView][] {
  const boxes: [string, DataView][] = [];
  for (let at = from; at + 8 <= view.byteLength;) {
    const size = view.getUint32(at);
    if (size < 8) break;
    const length = Math.min(size, view.byteLength - at) - 8;
    boxes.push([typeAt(view, at + 4), new DataView(view.buffer, view.byteOffset + at + 8, length)]);
    at += size;
  }
  return boxes;
}

/** After version and flags. */
const bodyOf = (meta: DataView, type: string): DataView | undefined =>
  boxesIn(meta, 4).find(([name]) => name === type)?.[1];

/** The first item of each kind, by its number. */
function carriersIn(meta: DataView): { exif?: number; xmp?: number } {
  const list = bodyOf(meta, 'iinf');
  const found: { exif?: number; xmp?: number } = {};
  if (!list) return found;
  for (const [name, entry] of boxesIn(list, list.getUint8(0) === 0 ? 6 : 8)) {
    const version = entry.getUint8(0);
    if (name !== 'infe' || version < 2) continue;
    const id = version === 2 ? entry.getUint16(4) : entry.getUint32(4);
    const at = version === 2 ? 8 : 10;
    const type = typeAt(entry, at);
    if (type === 'Exif') found.exif ??= id;
    if (type === 'mime' && textOf(entry).includes('application/rdf+xml')) found.xmp ??= id;
  }
  return found;
}

interface Place {
  /** In `idat` of the same box. */
  isInside: boolean;
  from: number;
  length: number;
}

async function readItem(
  file: Blob,
  meta: DataView,
  id: number | undefined,
): Promise<Uint8Array | undefined> {
  const place = id === undefined ? null : placeOf(meta, id);
  if (!place) return undefined;
  const end = place.from + Math.min(place.length || ITEM_BYTES, ITEM_BYTES);
  if (!place.isInside) return new Uint8Array(await file.slice(place.from, end).arrayBuffer());
  const inside = bodyOf(meta, 'idat');
  return inside && new Uint8Array(inside.buffer, inside.byteOffset).slice(place.from, end);
}

/** Reads figures one after the other. */
function reader(view: DataView) {
  let at = 0;
  return (bytes: number): number => {
    let value = 0;
    for (let n = 0; n < bytes; n += 1, at += 1) value = value * 256 + view.getUint8(at);
    return value;
  };
}

/** Finds the first part of an item; what a camera writes is in one. */
function placeOf(meta: DataView, wanted: number): Place | null {
  const list = bodyOf(meta, 'iloc');
  if (!list) return null;
  const next = reader(list);
  const version = next(4) >>> 24;
  const [sizes, more] = [next(1), next(1)];
  const indexBytes = version === 0 ? 0 : more & 15;
  for (let left = next(version < 2 ? 2 : 4); left > 0; left -= 1) {
    const id = next(version < 2 ? 2 : 4);
    const method = version === 0 ? 0 : next(2) & 15;
    next(2); // in this file
    const base = next(more >> 4);
    const count = next(2);
    if (count > MAX_PARTS) return null;
    const parts = Array.from({ length: count }, () => {
      next(indexBytes);
      return { from: base + next(sizes >> 4), length: next(sizes & 15) };
    });
    const [part] = parts;
    if (id === wanted) return part && method < 2 ? { ...part, isInside: method === 1 } : null;
  }
  return null;
}

/** How many bytes to skip, these, and then a TIFF block. */
const tiffOf = (item: Uint8Array | undefined): Uint8Array | undefined =>
  item?.subarray(4 + new DataView(item.buffer, item.byteOffset).getUint32(0));
