import { FAR_AWAY } from '../../support/copy-places.ts';
import { testCopies } from '../../support/copies.ts';

FAR_AWAY.forEach(testCopies);
