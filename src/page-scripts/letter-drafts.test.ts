import { describe, expect, test } from 'vitest';
import type { LetterDraft } from './letter-drafts.ts';
import { MAX_DRAFTS, isSameText, openDrafts, parseDrafts } from './letter-drafts.ts';

const draft = (more: Partial<LetterDraft> = {}): LetterDraft => ({
  title: '長月',
  body: 'お月見',
  coverItemId: '',
  version: '1',
  at: 1,
  ...more,
});

describe('the same text', () => {
  test('is decided by what would be saved, not by the input', () => {
    const typed = draft({ title: ' 長月 ', body: 'お月見\r\n\r\nか\u3099\n' });
    expect(isSameText(typed, draft({ body: 'お月見\n\nが' }), '9月号')).toBe(true);
    expect(isSameText(draft({ title: '' }), draft({ title: '9月号' }), '9月号')).toBe(true);
  });

  test.each([{ title: '' }, { body: 'お月見。' }, { coverItemId: 'x' }])('is not %j', (other) => {
    expect(isSameText(draft(), draft(other), '9月号')).toBe(false);
  });
});

describe('stored drafts', () => {
  test('are read back', () => {
    expect(parseDrafts(JSON.stringify([draft()]))).toEqual([draft()]);
  });

  test.each([null, '', '{', '1', 'null', '{}', '[1,null,{"body":"x"}]', '[{"at":"1"}]'])(
    '%j contains no draft and does no harm',
    (kept) => {
      expect(parseDrafts(kept)).toEqual([]);
    },
  );
});

describe('offered drafts', () => {
  test('do not include what the page shows, for instance because it was saved', () => {
    expect(openDrafts([draft()], draft({ version: '2', at: 9 }), '9月号')).toEqual([]);
  });

  test('are the newest few, newest first', () => {
    const kept = [1, 3, 2, 5, 4].map((at) => draft({ at, body: String(at) }));
    expect(openDrafts(kept, draft(), '9月号').map(({ at }) => at)).toEqual(
      [5, 4, 3, 2, 1].slice(0, MAX_DRAFTS),
    );
  });
});
