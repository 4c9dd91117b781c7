import type { Tile } from '#domains/item/tile.ts';
import { asTile } from '#domains/item/tile.ts';
import type { ResidentCard } from '#domains/people/resident.ts';
import { CreateResidentInput } from '#domains/people/resident.ts';
import type { CivilDate } from '#lib/calendar.ts';
import { yearMonthOf } from '#lib/calendar.ts';

/** The longest names that forms accept, with and without break opportunities. */
export const LONG_HOST = `医療法人社団${'健やかな暮らしを支える会'.repeat(4)}ひなた苑本館`;
export const LONG_NAME =
  '寿限無寿限無五劫の擦り切れ海砂利水魚の水行末雲来末風来末食う寝る処に住む処';
export const LONG_LATIN = 'Wolfeschlegelsteinhausenbergerdorff';
const NAMES = ['田中 キヨ', LONG_NAME, LONG_LATIN, '高橋 ハル'];

export const SAMPLE_CARDS: ResidentCard[] = NAMES.map((name, n) => ({
  isUndecided: n === 3,
  resident: {
    ...CreateResidentInput.parse({
      name,
      nameKana: n === 0 ? 'たなか きよ' : '',
      room: n === 2 ? null : `${101 + n}号室`,
      birthday: n === 2 ? null : '1935-03-03',
      photoConsent: n === 2 ? null : n !== 3,
      photoConsentExtent: n === 0 ? 'all' : n === 1 ? 'own' : null,
    }),
    id: `sample-${n}`,
    portraitUrl: null,
    itemsCount: n * 67,
    hasNoFamily: false,
    state: 'here',
    familiesCount: n,
    residentToken: '',
    createdAt: '2026-01-01T00:00:00.000Z',
  },
}));

export const samplePhotos = (count: number, today: CivilDate): Tile[] =>
  Array.from({ length: count }, (_, n) => {
    const { resident } = SAMPLE_CARDS[n % SAMPLE_CARDS.length] ?? {};
    return asTile({
      id: `photo-${count}-${n}`,
      residentId: resident?.id ?? null,
      residentName: resident?.name ?? null,
      takenOn: today,
      yearMonth: yearMonthOf(today),
      caption: '',
      width: 1200,
      height: 630,
      color: '#f5ebd8',
      status: 'ready' as const,
      held: false,
      leftOut: false,
      leftOutFor: [],
      images: { src: '/preview.png', srcset: { webp: '', jpeg: '' }, master: null },
      createdBy: null,
      createdAt: `${today}T00:00:00.000Z`,
    });
  });
