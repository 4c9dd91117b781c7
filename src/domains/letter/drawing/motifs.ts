import type { YearMonth } from '#lib/calendar.ts';
import { monthOf } from '#lib/calendar.ts';
import type { Markup } from '#lib/html.ts';

const motif = (drawing: string): Markup =>
  `<svg viewBox="0 0 48 48" width="48" height="48" aria-hidden="true">${drawing}</svg>` as Markup;

const PLUM =
  'c-18.1-20.1 18.1-20.1 0 0c13.5-23.4 24.7 11 0 0c26.4 5.6-2.8 26.9 0 0c2.8 26.9-26.4 5.6 0 0c-24.7 11-13.5-23.4 0 0';
const RAYS =
  'c-11-24.7 11-24.7 0 0c9.7-25.2 25.2-9.7 0 0c24.7-11 24.7 11 0 0c25.2 9.7 9.7 25.2 0 0c11 24.7-11 24.7 0 0c-9.7 25.2-25.2 9.7 0 0c-24.7 11-24.7-11 0 0c-25.2-9.7-9.7-25.2 0 0';
const FLORET = 'c-11-9 11-9 0 0c9-11 9 11 0 0c11 9-11 9 0 0c-9 11-9-11 0 0';
const FLAKE =
  'M24 5V43M24 12l-5-5M24 12l5-5M24 36l-5 5M24 36l5 5M24 19l-4-4M24 19l4-4M24 29l-4 4M24 29l4 4';

const turned = (d: string, angles: readonly number[]): string =>
  angles.map((angle) => `<path d="${d}" transform="rotate(${angle} 24 24)"/>`).join('');

const january = motif(
  '<circle cx="34" cy="14" r="8" fill="#e0523a"/>' +
    '<path d="M1 41C11 35 15 20 19 14h9c4 6 8 21 19 27Z" fill="#5d82b0"/>' +
    '<path d="M28 14c4 6 8 21 19 27H28c3-9 2-18-3-27Z" fill="#456a98"/>' +
    '<path d="M19 14h9l5 10-4-2-3 4-3-4-3 4-2-4-4 2Z" fill="#eaf1f8"/>' +
    '<path d="M0 42q8-5 15-1 7-5 14 0 9-4 19 1v2H0Z" fill="#4f8a58"/>' +
    '<path d="M2 24h12M5 28h6M36 30h9" stroke="#f3c36b" stroke-width="1.6" stroke-linecap="round"/>',
);

const february = motif(
  `<path d="M24 24${PLUM}" fill="#d9506e" transform="translate(-10 -9) scale(1.4)"/>` +
    `<path d="M24 24${PLUM}" fill="#f08ba0" transform="translate(2 2.4) scale(.9)"/>` +
    '<path d="M24 24V13M24 24l10-3M24 24l7 9M24 24l-7 9M24 24l-10-3" stroke="#fff3d2" stroke-width="1.2"/>' +
    '<g fill="#f3c64e"><circle cx="24" cy="24" r="3"/><circle cx="24" cy="13" r="1.5"/><circle cx="34" cy="21" r="1.5"/><circle cx="31" cy="33" r="1.5"/><circle cx="17" cy="33" r="1.5"/><circle cx="14" cy="21" r="1.5"/></g>',
);

const march = motif(
  '<path d="M2 8h44v31H2Z" fill="#f3cf6a"/><path d="M16.5 8V39M31.5 8V39" stroke="#d9a83e"/>' +
    '<path d="M0 38h48v6H0Z" fill="#cf4a42"/>' +
    '<path d="M13 19C7 20 4 31 1 38h23c-2-7-5-18-11-19Z" fill="#4a6798"/>' +
    '<path d="M35 19c-6 1-9 12-11 19h23c-3-7-6-18-12-19Z" fill="#d9607f"/>' +
    '<path d="M10 20l3 7 3-7M32 20l3 7 3-7" fill="#fff" stroke="#f3c36b" stroke-width="1.5"/>' +
    '<path d="M29 23c-2-12 14-12 12 0Z" fill="#3a3036"/>' +
    '<circle cx="13" cy="15" r="5" fill="#fdeee0"/><circle cx="35" cy="16" r="5" fill="#fdeee0"/>' +
    '<path d="M7.5 14c1-6 10-6 11 0-3-3-8-3-11 0ZM11.5 4h3v6h-3ZM29.5 15c1-6 10-6 11 0-3-4-8-4-11 0Z" fill="#3a3036"/>' +
    '<path d="M32 10l1.5-3 1.5 2 1.5-2 1.5 3Z" fill="#f3a73c"/><path d="M29 30h12l-6 5Z" fill="#fff3d2"/>',
);

const april = motif(
  '<g fill="#f5a9bd">' +
    turned('M24 25C14 19 15 8 20 3l4 4 4-4C33 8 34 19 24 25Z', [0, 72, 144, 216, 288]) +
    '</g>' +
    '<g stroke="#d9607f" stroke-width="1.2" stroke-linecap="round">' +
    turned('M24 22V14', [0, 72, 144, 216, 288]) +
    '</g>' +
    '<circle cx="24" cy="24" r="4" fill="#f07f9c"/><circle cx="24" cy="24" r="1.8" fill="#f9dc7a"/>',
);

const may = motif(
  '<path d="M5 3V47" stroke="#b98d62" stroke-width="2.5" stroke-linecap="round"/><circle cx="5" cy="4" r="3" fill="#f3b93c"/>' +
    '<path d="M6 9c9-3 18 2 27-1l12-5-4 9 4 9-12-4c-9 3-18-3-27 1Z" fill="#54779f"/>' +
    '<path d="M6 28c8-3 15 2 22-1l11-4-3 8 3 8-11-4c-7 3-14-2-22 1Z" fill="#e0583f"/>' +
    '<path d="M18 8q4 4 0 9M24 9q4 4 0 8M30 9q3 4 0 8M17 28q3 3 0 7M22 28q3 3 0 8M27 28q3 3 0 7" fill="none" stroke="#fff3dc" stroke-width="1.6"/>' +
    '<path d="M6 9q5-2 9-1 3 5 0 8.5-5 0-9 1.500ZM6 28q4-2 7-1 3 4 0 8-4 0-7 1Z" fill="#fff3dc"/>' +
    '<circle cx="10" cy="12" r="1.9" fill="#33291f"/><circle cx="9.5" cy="31" r="1.6" fill="#33291f"/>',
);

const june = motif(
  '<path d="M2 34c6-6 16-6 22 4-9 7-18 4-22-4ZM46 34c-6-6-16-6-22 4 9 7 18 4 22-4Z" fill="#5f9a5c"/>' +
    '<circle cx="24" cy="22" r="17" fill="#7a86cc"/>' +
    `<path d="M15 12${FLORET}M33 12${FLORET}M11 25${FLORET}M37 25${FLORET}" fill="#93a6e0"/>` +
    `<path d="M24 9${FLORET}M18 21${FLORET}M30 21${FLORET}M16 33${FLORET}M32 33${FLORET}" fill="#b9b3ea"/>` +
    '<path d="M15 12h0m18 0h0M11 25h0m26 0h0M24 9h0M18 21h0m12 0h0M16 33h0m16 0h0" stroke="#fff6d8" stroke-width="2.4" stroke-linecap="round"/>',
);

const july = motif(
  '<path d="M38 46C46 38 32 36 40 26" fill="none" stroke="#6aa654" stroke-width="2" stroke-linecap="round"/>' +
    '<path d="M8 47C2 41 1 34 6 32c3-1 5 1 6 3 2-3 6-4 9-1 4 4-3 12-13 13Z" fill="#5a9a55"/>' +
    '<path d="M25 2c4 0 6 3 9 4s8 1 9 6-1 7 0 10 1 8-4 11-8 1-11 2-9 3-13-1-2-8-5-11-4-8-1-12 8-2 10-4 3-5 6-5Z" fill="#5f6fd0"/>' +
    '<g fill="#fff" transform="translate(1 -4)">' +
    turned('M20 24L24 6l4 18Z', [0, 72, 144, 216, 288]) +
    '</g><circle cx="25" cy="20" r="7" fill="#fff"/><circle cx="25" cy="20" r="4" fill="#f7ecc0"/><circle cx="25" cy="20" r="1.6" fill="#f0c04e"/>',
);

const august = motif(
  `<path d="M24 24${RAYS}" fill="#ef9f2a" transform="rotate(22.5 24 24)"/>` +
    `<path d="M24 24${RAYS}" fill="#f9c53e"/>` +
    '<circle cx="24" cy="24" r="9" fill="#6b4630"/><circle cx="24" cy="24" r="6.8" fill="none" stroke="#b07a45" stroke-width="1.8" stroke-dasharray="1.4 2.2"/>' +
    '<circle cx="24" cy="24" r="3" fill="#8a5f3c"/>',
);

const september = motif(
  '<circle cx="24" cy="24" r="23" fill="#343c6e"/><circle cx="30" cy="19" r="12" fill="#fbe39a"/>' +
    '<circle cx="27" cy="15" r="2.4" fill="#f0cf7a"/><circle cx="34" cy="23" r="3" fill="#f0cf7a"/>' +
    '<path d="M3 34q11-5 22 0t21-1A23 23 0 0 1 3 34Z" fill="#262c55"/>' +
    '<path d="M16 45Q17 28 11 15M19 46Q20 36 17 25M13 44Q11 36 7 28M22 46q1-9 9-12" fill="none" stroke="#b9b070" stroke-width="1.2"/>' +
    '<path d="M13 21C7 18 6 12 9 8c0 4 4 6 4 13ZM18 32c-5-3-6-8-4-12 1 4 4 6 4 12ZM9 33c-5-2-6-6-5-9 1 3 5 4 5 9ZM27 36c3-4 8-4 11-2-4 0-6 4-11 2Z" fill="#f3e3bd"/>',
);

const october = motif(
  '<path d="M26 24Q28 38 24 47M25 40q-6-1-8-5M26 42q5-1 7-5" fill="none" stroke="#6f9f56" stroke-width="1.8" stroke-linecap="round"/>' +
    '<path d="M24 20c-14.2-21.8 14.2-21.8 0 0c5.4-25.4 25.4-5.4 0 0c21.8-14.2 21.8 14.2 0 0c25.4 5.4 5.4 25.4 0 0c14.2 21.8-14.2 21.8 0 0c-5.4 25.4-25.4 5.4 0 0c-21.8 14.2-21.8-14.2 0 0c-25.4-5.4-5.4-25.4 0 0" fill="#ec96ba"/>' +
    '<path d="M24 13l0-6M28.9 15.1l4.2-4.2M31 20l6 0M28.9 24.9l4.2 4.2M24 27l0 6M19.1 24.9l-4.2 4.2M17 20l-6 0M19.1 15.1l-4.2-4.2" stroke="#cf5f8c"/>' +
    '<circle cx="24" cy="20" r="4" fill="#f3b93c"/><circle cx="23.4" cy="19.4" r="1.6" fill="#f9dc7a"/>',
);

const november = motif(
  '<path d="M24 46V30" stroke="#a8452a" stroke-width="2" stroke-linecap="round"/>' +
    '<path d="M24 2l4.5 12 7.5-6-2 12 11-1-7 7 8 6-12 0 2 8-12-8-12 8 2-8-12 0 8-6-7-7 11 1-2-12 7.5 6Z" fill="#e0572f"/>' +
    '<path d="M24 2l4.5 12 7.5-6-2 12 11-1-7 7 8 6-12 0 2 8-12-8Z" fill="#c9432a"/>' +
    '<path d="M24 34V10M24 33L13 15M24 33L35 15M24 33L9 24M24 33L39 24M24 33l-10 3M24 33l10 3" stroke="#f6b37a" stroke-width="1" stroke-linecap="round"/>',
);

const december = motif(
  '<circle cx="24" cy="24" r="23" fill="#dcebf4"/>' +
    '<g fill="none" stroke="#4f86b5" stroke-width="2" stroke-linecap="round">' +
    turned(FLAKE, [0, 60, 120]) +
    '</g>' +
    '<circle cx="24" cy="24" r="3.5" fill="#fff" stroke="#4f86b5" stroke-width="1.6"/>',
);

/** Inline SVG, January first. */
export const MONTH_MOTIFS: readonly Markup[] = [
  january,
  february,
  march,
  april,
  may,
  june,
  july,
  august,
  september,
  october,
  november,
  december,
];

/** A month's drawing. */
export const motifOf = (yearMonth: YearMonth): Markup | '' =>
  MONTH_MOTIFS[monthOf(yearMonth) - 1] ?? '';
