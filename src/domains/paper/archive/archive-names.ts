import type { CivilDate, YearMonth } from '#lib/calendar.ts';
import { firstDayOf, yearMonthOf } from '#lib/calendar.ts';
import { formatYearMonth } from '#lib/format-ja.ts';
import { sama } from '#lib/honorific.ts';
import { oneLine } from '#lib/text.ts';

/**
 * Names inside archives (domain.md#archives): ASCII, short, none that Windows reserves, and never
 * made of what people typed.
 */
export const INDEX = 'index.html';
export const STYLE = 'style.css';
export const RESIDENTS_LIST = 'residents.csv';
export const FAMILIES_LIST = 'families.csv';
export const CONSENTS_LIST = 'consents.csv';
/** Of facility-wide photos, where an archive holds the letters of several residents. */
export const SHARED_FOLDER = 'facility/';

/** `2026-11` */
const monthName = (yearMonth: YearMonth): string => firstDayOf(yearMonth).slice(0, 7);

/** `2026-11.html` */
export const letterFile = (yearMonth: YearMonth): string => `${monthName(yearMonth)}.html`;

/** `resident-007/` */
export const residentFolder = (number: number): string =>
  `resident-${String(number).padStart(3, '0')}/`;

/** Numbers the photos of a day, in the order in which they are asked for. */
export class PhotoNames {
  readonly #taken = new Map<string, number>();

  /** `2026-11/2026-11-03-01.jpg`; @param folder with its slash, or empty */
  next(folder: string, takenOn: CivilDate): string {
    const start = `${folder}${monthName(yearMonthOf(takenOn))}/${takenOn}`;
    const nth = (this.#taken.get(start) ?? 0) + 1;
    this.#taken.set(start, nth);
    return `${start}-${String(nth).padStart(2, '0')}.jpg`;
  }
}

/** From a page in `folder`. */
export const linkTo = (folder: string, file: string): string =>
  file.startsWith(folder) ? file.slice(folder.length) : `../${file}`;

/** What a downloaded file is called, with a name for clients that know ASCII only. */
export interface DownloadName {
  ascii: string;
  name: string;
}

/** No names of people: it stays in the downloads of a phone. */
export const monthDownload = (yearMonth: YearMonth): DownloadName => ({
  ascii: `tsukidayori-${yearMonth}.zip`,
  name: `${formatYearMonth(yearMonth)}号のお便り.zip`,
});

/** @param year null for all */
export const yearDownload = (year: number | null): DownloadName => ({
  ascii: `tsukidayori-${year ?? 'all'}.zip`,
  name: `${year === null ? 'すべて' : `${year}年`}のお便り.zip`,
});

const MOST_CHARACTERS = 40;

/** Without what Windows, macOS or a shell would stumble over. */
const plainName = (text: string): string =>
  Array.from(oneLine(text).replace(/[\\/:*?"<>|%~]/g, '_'))
    .slice(0, MOST_CHARACTERS)
    .join('')
    .replace(/^[.\s]+|[.\s]+$/g, '');

/** For staff, who may take several. */
export const residentDownload = (residentName: string): DownloadName => ({
  ascii: 'tsukidayori-letters.zip',
  name: `お便り_${sama(plainName(residentName))}.zip`,
});

export const facilityDownload = (hostName: string, today: CivilDate): DownloadName => ({
  ascii: `tsukidayori-${today}.zip`,
  name: `お便りと名簿_${plainName(hostName)}_${today}.zip`,
});

/** RFC 5987 leaves fewer characters as they are than a URL does. */
const encoded = (name: string): string =>
  encodeURIComponent(name).replace(
    /['()*!]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );

export const attachment = ({ ascii, name }: DownloadName): string =>
  `attachment; filename="${ascii}"; filename*=UTF-8''${encoded(name)}`;

interface Dated {
  takenOn: CivilDate;
}

/** `2026年10月_03日_01.jpg`; the last number counts the photos of that day. */
export function photoFileName(items: readonly Dated[], index: number): string {
  const { takenOn } = items[index] ?? { takenOn: '0000-00-00' };
  const [year, month, day] = takenOn.split('-');
  const nth = items.slice(0, index + 1).filter((item) => item.takenOn === takenOn).length;
  return `${year}年${month}月_${day}日_${String(nth).padStart(2, '0')}.jpg`;
}
