/** @jest-environment node */
import { buildBid } from '@solvent/testing/factories';
import { bidDraft } from './bid-draft.ts';

const subject = { userId: 'tomas', problemId: 'p1', bid: null };

describe('the draft of a bid', () => {
  it('has its own key for each user, problem and bid', () => {
    const bid = buildBid({ _id: 'b1' });
    const subjects = [subject, { ...subject, userId: 'lena' }, { ...subject, problemId: 'p2' }, { ...subject, bid }];
    const keys = subjects.map((one) => bidDraft(one).key);
    expect(new Set(keys).size).toBe(4);
    for (const key of keys) expect(key).toMatch(/^solvent\.draft\./);
  });

  it('starts empty for a new bid, and with the values of a bid that is edited', () => {
    const file = { _id: 'f1', url: '/api/files/f1', name: 'plan.pdf', size: 8, mimeType: 'application/pdf' };
    const bid = buildBid({ amount: 200, estimatedDays: 3, message: 'As I wrote it.', files: [file] });
    expect(bidDraft(subject).initial).toMatchObject({ amount: '', estimatedDays: '', message: '', files: [] });
    expect(bidDraft({ ...subject, bid }).initial).toMatchObject({
      amount: '200',
      estimatedDays: '3',
      message: 'As I wrote it.',
      files: [file],
    });
  });

  it('starts each bid with another idempotency key', () => {
    const [first, second] = [bidDraft(subject), bidDraft(subject)];
    expect(first.initial.idempotencyKey).toMatch(/^[0-9a-f-]{36}$/);
    expect(second.initial.idempotencyKey).not.toBe(first.initial.idempotencyKey);
  });
});
