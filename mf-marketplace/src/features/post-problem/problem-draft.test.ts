import type { Problem } from '@solvent/contracts';
import { createPersistedDraft } from '@solvent/kit';
import { readKey, writeKey } from '@solvent/store';
import { buildProblemDetail } from '@solvent/testing/factories';
import { BODY_TEMPLATE, buildFormRules, draftKey, draftOptions, EMPTY_PROBLEM } from './problem-draft.ts';
import type { ProblemDraft } from './problem-draft.ts';

const ADA = draftKey('ada');
const FILE = { _id: 'f1', url: '/api/files/f1', name: 'trace.log', size: 12, mimeType: 'text/plain' };
const values = { title: 'A title', body: 'A body', category: 'cloud' as const, tags: ['AWS'], budget: '25', doneBy: '' };

const readDraft = (userId = 'ada', problem?: Problem) => createPersistedDraft(draftOptions(userId, problem)).read();
const keepDraft = (draft: ProblemDraft, problem?: Problem) => createPersistedDraft(draftOptions('ada', problem)).write(draft);
const dropDraft = () => createPersistedDraft(draftOptions('ada')).clear();
const newDraft = (problem?: Problem) => draftOptions('ada', problem).initial;

afterEach(() => window.localStorage.clear());

describe('the draft of a problem (product 2.21)', () => {
  it('starts with the template of a description and its own key', () => {
    const draft = readDraft();
    expect(draft.values).toEqual({ ...EMPTY_PROBLEM, body: BODY_TEMPLATE });
    expect(BODY_TEMPLATE.match(/^## .+$/gm)).toEqual([
      '## What happens',
      '## What should happen',
      '## What I tried',
      '## Done when',
    ]);
    expect(draft.idempotencyKey).toMatch(/^[0-9a-f-]{36}$/);
    expect(draft.idempotencyKey).not.toBe(readDraft().idempotencyKey);
  });

  it('is read with its key, for this user only', () => {
    const draft = { ...newDraft(), values };
    expect(keepDraft(draft)).toBe(true);
    expect(ADA).toBe('solvent.draft.problem.ada');
    expect(readDraft()).toEqual(draft);
    expect(readDraft('mira').values).toEqual(EMPTY_PROBLEM);
    dropDraft();
    expect(readKey(ADA)).toBeNull();
  });

  it.each([
    ['the template', EMPTY_PROBLEM],
    ['no text', { ...EMPTY_PROBLEM, body: '' }],
  ])('is not kept while it has %s only', (_what, empty) => {
    expect(keepDraft({ ...newDraft(), values: empty })).toBe(false);
    expect(readKey(ADA)).toBeNull();
  });

  it.each(['{"values":{}}', '{"values":null,"idempotencyKey":"k"}'])('is ignored without values or a key: %s', (saved) => {
    writeKey(ADA, saved);
    expect(readDraft().values).toEqual(EMPTY_PROBLEM);
  });

  it('keeps the valid fields of a draft of another version', () => {
    const saved = { values: { title: 'T', category: 'gardening', tags: ['a', 7], budget: 5 }, idempotencyKey: 'k' };
    writeKey(ADA, JSON.stringify(saved));
    expect(readDraft()).toEqual({
      values: { ...EMPTY_PROBLEM, title: 'T', tags: ['a'] },
      attachments: [],
      idempotencyKey: 'k',
    });
  });

  it('keeps the uploaded files', () => {
    expect(keepDraft({ ...newDraft(), attachments: [FILE] })).toBe(true);
    expect(readDraft().attachments).toEqual([FILE]);
  });
});

describe('the draft of changes to a posted problem (product 2.21)', () => {
  const problem = buildProblemDetail({ _id: 'p1', ...values, budget: 25, attachments: [FILE] });
  const start = { values, attachments: [FILE] };

  it('starts with the problem, and is not kept while nothing is changed', () => {
    expect(readDraft('ada', problem)).toMatchObject(start);
    expect(keepDraft(newDraft(problem), problem)).toBe(false);
  });

  it('may keep a day that has passed (product 5.27)', () => {
    const past = { ...problem, doneBy: '2020-01-01', body: 'x'.repeat(30), title: 'x'.repeat(10), attachments: [] };
    expect(buildFormRules(past).isValidSync(past)).toBe(true);
    expect(buildFormRules(problem).isValidSync(past)).toBe(false);
  });

  it.each([
    ['a field', { values: { ...values, budget: '26' } }],
    ['an emptied description', { values: { ...values, body: '' } }],
    ['a removed category', { values: { ...values, category: '' as const } }],
    ['the day', { values: { ...values, doneBy: '2026-12-24' } }],
    ['the files', { attachments: [] }],
  ])('is kept apart from that of a new problem once it changes %s', (_what, change) => {
    const draft = { ...newDraft(problem), ...change };
    expect(keepDraft(draft, problem)).toBe(true);
    expect(readDraft('ada', problem)).toMatchObject(change);
    expect(readDraft().values).toEqual(EMPTY_PROBLEM);
  });
});
