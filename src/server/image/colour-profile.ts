/** A profile of three curves and a matrix, as phones and cameras write it. */
interface ColourProfile {
  /** Linear light (0 to 1) of each of 256 values; for red, green and blue. */
  curves: Curve[];
  /** Full red, green and blue in the profile connection space. */
  colorants: number[][];
}

type Curve = (value: number) => number;
type Tags = Map<string, Buffer>;

const HEADER_BYTES = 128;
const TAG_BYTES = 12;
const MAX_TAGS = 100;

/** @returns null for any other profile, such as one of printers or with lookup tables */
export function readColourProfile(icc: Buffer): ColourProfile | null {
  try {
    const isRgb = icc.toString('latin1', 16, 24) === 'RGB XYZ ';
    const tags = readTags(icc);
    if (!isRgb || [...tags.keys()].some((name) => /^[ABD]2[ABD]/.test(name))) return null;
    const curves = ['rTRC', 'gTRC', 'bTRC'].map((name) => readCurve(tagOf(tags, name)));
    const colorants = ['rXYZ', 'gXYZ', 'bXYZ'].map((name) => fixedNumbers(tagOf(tags, name), 8, 3));
    return { curves, colorants };
  } catch {
    return null; // cut off, or of another kind
  }
}

function readTags(icc: Buffer): Tags {
  const count = Math.min(icc.readUInt32BE(HEADER_BYTES), MAX_TAGS);
  const tags: Tags = new Map();
  for (let n = 0; n < count; n++) {
    const at = HEADER_BYTES + 4 + n * TAG_BYTES;
    const start = icc.readUInt32BE(at + 4);
    const content = icc.subarray(start, start + icc.readUInt32BE(at + 8));
    tags.set(icc.toString('latin1', at, at + 4), content);
  }
  return tags;
}

function tagOf(tags: Tags, name: string): Buffer {
  const tag = tags.get(name);
  if (!tag) throw new Error(`a profile without ${name}`);
  return tag;
}

const fixedNumbers = (tag: Buffer, from: number, count: number): number[] =>
  Array.from({ length: count }, (_, n) => tag.readInt32BE(from + 4 * n) / 65_536);

function readCurve(tag: Buffer): Curve {
  const type = tag.toString('latin1', 0, 4);
  if (type === 'curv') return readPoints(tag);
  if (type !== 'para') throw new Error('an unknown curve');
  return parametric(tag.readUInt16BE(8), tag);
}

/** None: a straight line; one: a gamma; more: points to interpolate between. */
function readPoints(tag: Buffer): Curve {
  const count = tag.readUInt32BE(8);
  if (count === 0) return (value) => value;
  if (count === 1) {
    const gamma = tag.readUInt16BE(12) / 256;
    return (value) => value ** gamma;
  }
  const point = (n: number): number => tag.readUInt16BE(12 + 2 * n) / 65_535;
  point(count - 1);
  return (value) => {
    const at = value * (count - 1);
    const low = Math.min(Math.floor(at), count - 2);
    return point(low) + (at - low) * (point(low + 1) - point(low));
  };
}

/** The five functions of the ICC specification, 10.18. */
function parametric(kind: number, tag: Buffer): Curve {
  const count = [1, 3, 4, 5, 7][kind];
  if (count === undefined) throw new Error('an unknown function');
  const [g = 1, a = 1, b = 0, c = 0, d = 0, e = 0, f = 0] = fixedNumbers(tag, 12, count);
  const power = (x: number): number => Math.max(0, a * x + b) ** g;
  if (kind === 0) return power;
  if (kind === 1) return (x) => (x >= -b / a ? power(x) : 0);
  if (kind === 2) return (x) => (x >= -b / a ? power(x) + c : c);
  if (kind === 3) return (x) => (x >= d ? power(x) : c * x);
  return (x) => (x >= d ? power(x) + e : c * x + f);
}
