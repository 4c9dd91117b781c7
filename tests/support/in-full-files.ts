/** `npm test` runs fewer rounds of these; `npm run test:engines` runs them in full. */
export const IN_FULL = {
  integration: [
    'tests/integration/accounts/any-sequence.test.ts',
    'tests/integration/expensive-mail.test.ts',
    'tests/integration/family-views.test.ts',
    'tests/integration/items-model.test.ts',
    'tests/integration/returned-mutations.test.ts',
    'tests/integration/upgrade.test.ts',
  ],
  access: [
    'tests/access/broken-exchanges.test.ts',
    'tests/access/broken-forms.test.ts',
    'tests/access/contract.test.ts',
    'tests/access/cross-site.test.ts',
    'tests/access/stored-texts.test.ts',
  ],
};

/** Only `npm run test:engines` runs these: many processes, large facilities, every page again. */
export const RARE_FILES = {
  integration: [
    'tests/integration/archive-files.test.ts',
    'tests/integration/backup-commands.test.ts',
    'tests/integration/copies.test.ts',
    'tests/integration/copy-rules.test.ts',
    'tests/integration/copy-schedule.test.ts',
    'tests/integration/delivery-killed.test.ts',
    'tests/integration/hostile-pictures.test.ts',
    'tests/integration/largest-size.test.ts',
    'tests/integration/line-killed.test.ts',
    'tests/integration/list-cost.test.ts',
    'tests/integration/picture-cost.test.ts',
    'tests/integration/postcodes.test.ts',
    'tests/integration/rehearsal-schedule.test.ts',
    'tests/integration/several-processes/killed.test.ts',
    'tests/integration/several-processes/photos.test.ts',
    'tests/integration/zip.test.ts',
  ],
  access: [
    'tests/access/as-root.test.ts',
    'tests/access/export-command.test.ts',
    'tests/access/health.test.ts',
    'tests/access/large-facility.test.ts',
    'tests/access/markup.test.ts',
    'tests/access/private-files.test.ts',
    'tests/access/rehearsal.test.ts',
    'tests/access/slow-clients.test.ts',
    'tests/access/spellings.test.ts',
  ],
};

export const FULL_ENV = { TEST_IN_FULL: '1' };
