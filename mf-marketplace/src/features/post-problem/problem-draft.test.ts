import { readKey, writeKey } from '@solvent/store';
import { BODY_TEMPLATE, draftKey, dropDraft, EMPTY_PROBLEM, keepDraft, newDraft, readDraft } from './problem-draft.ts';

const ADA = draftKey('ada');
const FILE = { _id: 'f1', url: '/api/files/f1', name: 'trace.log', size: 12, mimeType: 'text/plain' };
const values = { title: 'A title', body: 'A body', category: 'cloud' as const, tags: ['AWS'], budget: '25' };

afterEach(() => window.localStorage.clear());

describe('a draft', () => {
  it('starts with the template of a description, and a key of its own', () => {
    const draft = readDraft(ADA);
    expect(draft.values).toEqual({ ...EMPTY_PROBLEM, body: BODY_TEMPLATE });
    expect(BODY_TEMPLATE.match(/^## .+$/gm)).toEqual([
      '## What happens',
      '## What should happen',
      '## What I tried',
      '## Done when',
    ]);
    expect(draft.idempotencyKey).toMatch(/^[0-9a-f-]{36}$/);
    expect(draft.idempotencyKey).not.toBe(readDraft(ADA).idempotencyKey);
  });

  it('comes back with its key, for this person alone', () => {
    const draft = { ...newDraft(), values };
    expect(keepDraft(ADA, draft)).toBe(true);
    expect(ADA).toBe('solvent.draft.problem.ada');
    expect(readDraft(ADA)).toEqual(draft);
    expect(readDraft(draftKey('mira')).values).toEqual(EMPTY_PROBLEM);
    dropDraft(ADA);
    expect(readKey(ADA)).toBeNull();
  });

  it.each([
    ['the template', EMPTY_PROBLEM],
    ['no text', { ...EMPTY_PROBLEM, body: '' }],
  ])('with %s alone is not kept', (_what, empty) => {
    expect(keepDraft(ADA, { ...newDraft(), values: empty })).toBe(false);
    expect(readKey(ADA)).toBeNull();
  });

  it.each(['{', 'null', '7', '{"values":{}}', '{"values":null,"idempotencyKey":"k"}', '{"values":{},"idempotencyKey":7}'])(
    'that is broken (%s) is as if it were not there',
    (saved) => {
      writeKey(ADA, saved);
      expect(readDraft(ADA).values).toEqual(EMPTY_PROBLEM);
    },
  );

  it('keeps what fits of a draft of another version', () => {
    const saved = { values: { title: 'T', category: 'gardening', tags: ['a', 7], budget: 5 }, idempotencyKey: 'k' };
    writeKey(ADA, JSON.stringify(saved));
    expect(readDraft(ADA)).toEqual({
      values: { ...EMPTY_PROBLEM, title: 'T', tags: ['a'] },
      attachments: [],
      idempotencyKey: 'k',
    });
  });

  it('keeps the files that are uploaded', () => {
    expect(keepDraft(ADA, { ...newDraft(), attachments: [FILE] })).toBe(true);
    expect(readDraft(ADA).attachments).toEqual([FILE]);
    writeKey(ADA, JSON.stringify({ ...newDraft(), attachments: [FILE, null, 'f2', { name: 'x' }] }));
    expect(readDraft(ADA).attachments).toEqual([FILE]);
  });
});

describe('a draft of changes to a posted problem', () => {
  const start = { values, attachments: [FILE] };
  const key = draftKey('ada', 'p1');

  it('starts with the problem, and is none while nothing is changed', () => {
    expect(readDraft(key, start)).toMatchObject(start);
    expect(keepDraft(key, newDraft(start), start)).toBe(false);
  });

  it.each([
    ['a field', { values: { ...values, budget: '26' } }],
    ['an emptied description', { values: { ...values, body: '' } }],
    ['the files', { attachments: [] }],
  ])('is kept apart from that of a new problem once it changes %s', (_what, change) => {
    const draft = { ...newDraft(start), ...change };
    expect(keepDraft(key, draft, start)).toBe(true);
    expect(readDraft(key, start)).toMatchObject(change);
    expect(readDraft(ADA).values).toEqual(EMPTY_PROBLEM);
  });
});
