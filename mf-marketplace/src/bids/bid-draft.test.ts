import { readKey, writeKey } from '@solvent/store';
import { buildBid } from '@solvent/testing';
import { bidDraftKey, dropBidDraft, keepBidDraft, readBidDraft } from './bid-draft.ts';

const place = { userId: 'tomas', problemId: 'p1', bid: null };
const values = { amount: '180', estimatedDays: undefined, message: 'I would start with a failing test.' };

afterEach(() => window.localStorage.clear());

it('comes back as it was typed, with its key', () => {
  keepBidDraft(place, { values, idempotencyKey: 'key-1' });
  expect(readBidDraft(place)).toEqual({ values, idempotencyKey: 'key-1' });
});

it('is one for each person, problem and bid', () => {
  const bid = buildBid({ _id: 'b1' });
  const keys = [place, { ...place, userId: 'lena' }, { ...place, problemId: 'p2' }, { ...place, bid }].map(bidDraftKey);
  expect(new Set(keys).size).toBe(4);
});

it('starts empty for a new bid, and as the bid stands for a change', () => {
  const bid = buildBid({ amount: 200, estimatedDays: 3, message: 'As I wrote it.' });
  expect(readBidDraft(place).values).toEqual({ amount: undefined, estimatedDays: undefined, message: '' });
  expect(readBidDraft({ ...place, bid }).values).toEqual({ amount: '200', estimatedDays: '3', message: 'As I wrote it.' });
});

it('is not kept while nothing was typed, and gone once dropped', () => {
  const bid = buildBid();
  for (const one of [place, { ...place, bid }]) {
    keepBidDraft(one, { values, idempotencyKey: 'key-1' });
    keepBidDraft(one, readBidDraft({ ...one, userId: 'another' }));
    expect(readKey(bidDraftKey(one))).toBeNull();
  }
  keepBidDraft(place, { values, idempotencyKey: 'key-1' });
  dropBidDraft(place);
  expect(readKey(bidDraftKey(place))).toBeNull();
});

it.each(['{', '7', 'null', '[]', '{"message":4}'])('that reads %s is as if it were not there', (kept) => {
  writeKey(bidDraftKey(place), kept);
  expect(readBidDraft(place).values).toEqual({ amount: undefined, estimatedDays: undefined, message: '' });
});
