import { answers } from './answers.ts';
import { brokenExchanges } from './broken-exchanges.ts';
import { familyViews } from './family-views.ts';
import { bombs } from './bombs.ts';
import { expensiveStored } from './expensive-stored.ts';
import { expensiveTexts } from './expensive-texts.ts';
import { hostileMails } from './hostile-mails.ts';
import { linkWalks } from './link-walks.ts';
import type { HostilePart } from './part.ts';
import { payloads } from './payloads.ts';
import { pictureCost } from './picture-cost.ts';
import { pins } from './pins.ts';
import { pictures } from './pictures.ts';
import { spellings } from './paths.ts';
import { moves } from './moves.ts';
import { quotas } from './quotas.ts';
import { slowClients } from './slow-clients.ts';
import { survivingUploads } from './surviving-uploads.ts';
import { stalls } from './stalls.ts';

/** In the order in which they run. */
export const PARTS: HostilePart[] = [
  brokenExchanges,
  slowClients,
  stalls,
  spellings,
  payloads,
  expensiveTexts,
  expensiveStored,
  hostileMails,
  quotas,
  pins,
  familyViews,
  answers,
  linkWalks,
  pictures,
  bombs,
  pictureCost,
  survivingUploads,
  moves,
];
