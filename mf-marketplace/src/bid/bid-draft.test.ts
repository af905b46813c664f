import { persistedDraft } from '@solvent/kit';
import { readKey, writeKey } from '@solvent/store';
import { buildBid } from '@solvent/testing/factories';
import { bidDraft } from './bid-draft.ts';

const subject = { userId: 'tomas', problemId: 'p1', bid: null };
const FILE = { _id: 'f1', url: '/api/files/f1', name: 'plan.pdf', size: 8, mimeType: 'application/pdf' };
const values = { amount: '180', estimatedDays: '', message: 'I would start with a failing test.', files: [FILE] };
const EMPTY = { amount: '', estimatedDays: '', message: '', files: [] };

const draftOf = (one: Parameters<typeof bidDraft>[0]) => persistedDraft(bidDraft(one));
const keyOf = (one: Parameters<typeof bidDraft>[0]) => bidDraft(one).key;

afterEach(() => window.localStorage.clear());

it('comes back as it was typed, with its key', () => {
  draftOf(subject).write({ ...values, idempotencyKey: 'key-1' });
  expect(draftOf(subject).read()).toEqual({ ...values, idempotencyKey: 'key-1' });
});

it('comes back as it was kept before, without what was not filled in', () => {
  writeKey(keyOf(subject), '{"amount":"180","message":"I would","idempotencyKey":"key-1"}');
  const kept = { amount: '180', estimatedDays: '', message: 'I would', files: [], idempotencyKey: 'key-1' };
  expect(draftOf(subject).read()).toEqual(kept);
});

it('is one for each person, problem and bid', () => {
  const bid = buildBid({ _id: 'b1' });
  const keys = [subject, { ...subject, userId: 'lena' }, { ...subject, problemId: 'p2' }, { ...subject, bid }].map(keyOf);
  expect(new Set(keys).size).toBe(4);
});

it('starts empty for a new bid, and as the bid stands for a change', () => {
  const bid = buildBid({ amount: 200, estimatedDays: 3, message: 'As I wrote it.' });
  expect(draftOf(subject).read()).toMatchObject(EMPTY);
  expect(draftOf({ ...subject, bid }).read()).toMatchObject({ amount: '200', estimatedDays: '3', message: 'As I wrote it.' });
});

it('is not kept while nothing was typed, and gone once dropped', () => {
  const bid = buildBid();
  for (const one of [subject, { ...subject, bid }]) {
    draftOf(one).write({ ...values, idempotencyKey: 'key-1' });
    draftOf(one).write(draftOf({ ...one, userId: 'another' }).read());
    expect(readKey(keyOf(one))).toBeNull();
  }
  draftOf(subject).write({ ...values, idempotencyKey: 'key-1' });
  draftOf(subject).clear();
  expect(readKey(keyOf(subject))).toBeNull();
});

it.each(['{', '7', 'null', '[]', '{"message":4}'])('that reads %s is as if it were not there', (kept) => {
  writeKey(keyOf(subject), kept);
  expect(draftOf(subject).read()).toMatchObject(EMPTY);
});
