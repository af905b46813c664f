import { readKey, writeKey } from '@solvent/store';
import { BODY_TEMPLATE, draftKey, dropDraft, EMPTY_PROBLEM, keepDraft, newDraft, readDraft } from './problem-draft.ts';

const values = { title: 'A title', body: 'A body', category: 'cloud' as const, tags: ['AWS'], budget: '25' };

afterEach(() => window.localStorage.clear());

describe('a draft', () => {
  it('starts with the template of a description, and a key of its own', () => {
    const draft = readDraft('ada');
    expect(draft.values).toEqual({ ...EMPTY_PROBLEM, body: BODY_TEMPLATE });
    expect(BODY_TEMPLATE.match(/^## .+$/gm)).toEqual([
      '## What happens',
      '## What should happen',
      '## What I tried',
      '## Done when',
    ]);
    expect(draft.idempotencyKey).toMatch(/^[0-9a-f-]{36}$/);
    expect(draft.idempotencyKey).not.toBe(readDraft('ada').idempotencyKey);
  });

  it('comes back with its key, for this person alone', () => {
    const draft = { ...newDraft(), values };
    expect(keepDraft('ada', draft)).toBe(true);
    expect(draftKey('ada')).toBe('solvent.draft.problem.ada');
    expect(readDraft('ada')).toEqual(draft);
    expect(readDraft('mira').values).toEqual(EMPTY_PROBLEM);
    dropDraft('ada');
    expect(readKey(draftKey('ada'))).toBeNull();
  });

  it.each([
    ['the template', EMPTY_PROBLEM],
    ['no text', { ...EMPTY_PROBLEM, body: '' }],
  ])('with %s alone is not kept', (_what, empty) => {
    expect(keepDraft('ada', { ...newDraft(), values: empty })).toBe(false);
    expect(readKey(draftKey('ada'))).toBeNull();
  });

  it.each(['{', 'null', '7', '{"values":{}}', '{"values":null,"idempotencyKey":"k"}', '{"values":{},"idempotencyKey":7}'])(
    'that is broken (%s) is as if it were not there',
    (saved) => {
      writeKey(draftKey('ada'), saved);
      expect(readDraft('ada').values).toEqual(EMPTY_PROBLEM);
    },
  );

  it('keeps what fits of a draft of another version', () => {
    const saved = { values: { title: 'T', category: 'gardening', tags: ['a', 7], budget: 5 }, idempotencyKey: 'k' };
    writeKey(draftKey('ada'), JSON.stringify(saved));
    expect(readDraft('ada')).toEqual({ values: { ...EMPTY_PROBLEM, title: 'T', tags: ['a'] }, idempotencyKey: 'k' });
  });
});
