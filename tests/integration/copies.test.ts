import { DISK } from '../support/copy-places.ts';
import { testCopies } from '../support/copies.ts';

testCopies(DISK);
