import { paths } from '#lib/paths.ts';
import type { View } from './view.ts';
import { of } from './view.ts';

const closing = of('closing');
const operator = of('operator');
const family = of('family');
const FACILITY = '/operator/facilities/[id]';
const MONTH = '/letters/[yearMonth]';

/** A facility whose end is announced, one that is over, and a deleted one, as everybody sees them. */
export const ENDING_VIEWS: View[] = [
  closing('facility-closing', '/adminstaff/facility/ending', paths.facilityEnding),
  closing('dashboard-closing', '/adminstaff/dashboard', paths.dashboard),
  // Every page of its staff leads here.
  of('closed')('price-closed', '/hosts/price', paths.price),
  operator('operator-closing', FACILITY, (p) => paths.operatorFacility(p.closing.hostId)),
  operator('operator-closed', FACILITY, (p) => paths.operatorFacility(p.closed.hostId)),
  family('shelf-closing', '/letters', (p) => paths.letters(p.closing.reader)),
  family('letter-closing', MONTH, (p) => paths.letter(p.yearMonth, p.closing.reader)),
  family('shelf-closed', '/letters', (p) => paths.letters(p.closed.reader)),
  family('letter-closed', MONTH, (p) => paths.letter(p.yearMonth, p.closed.reader)),
  family('letters-deleted', '/letters', (p) => paths.letters(p.deletedReader), { status: 410 }),
];
