import type { StoredFiles } from './stored-files.ts';
import sharp from 'sharp';

/**
 * A stored picture must decode and contain nothing but its pixels.
 * @param secrets texts in the uploaded file
 * @returns what is wrong, or null
 */
export async function faultOf(content: Buffer, secrets: string[] = []): Promise<string | null> {
  try {
    const { exif, xmp, iptc, icc, orientation } = await sharp(content).metadata();
    const kept = Object.entries({ exif, xmp, iptc, icc, orientation }).filter(([, value]) => value);
    if (kept.length > 0) return `holds ${kept.map(([name]) => name).join(', ')}`;
    if (secrets.some((secret) => content.includes(secret))) return 'holds a text of the upload';
    await sharp(content, { failOn: 'warning' }).resize(8, 8).raw().toBuffer();
    return null;
  } catch (error) {
    return `does not decode: ${String(error)}`;
  }
}

/** Checks every photo file of a store. @returns their number, and errors */
export async function inspectStored(stored: StoredFiles, secrets: string[] = []) {
  const files = await stored.list('photos');
  const faults: string[] = [];
  for (const name of files) {
    const fault = await faultOf(await stored.read(name), secrets);
    if (fault) faults.push(`${name} ${fault}`);
  }
  return { files: files.length, faults };
}
