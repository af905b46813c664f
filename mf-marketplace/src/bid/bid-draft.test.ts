/** @jest-environment node */
import { buildBid } from '@solvent/testing/factories';
import { bidDraftOptions } from './bid-draft.ts';

const subject = { userId: 'tomas', problemId: 'p1', bid: null };

describe('the draft of a bid', () => {
  it('has its own key for each user, problem and bid, and its own idempotency key', () => {
    const bid = buildBid({ _id: 'b1' });
    const subjects = [subject, { ...subject, userId: 'lena' }, { ...subject, problemId: 'p2' }, { ...subject, bid }];
    const keys = subjects.map((one) => bidDraftOptions(one).key);
    expect(new Set(keys).size).toBe(4);
    expect(bidDraftOptions(subject).initial.idempotencyKey).not.toBe(bidDraftOptions(subject).initial.idempotencyKey);
  });

  it('starts empty for a new bid, and with the values of a bid that is edited', () => {
    const file = { _id: 'f1', url: '/api/files/f1', name: 'plan.pdf', size: 8, mimeType: 'application/pdf' };
    const bid = buildBid({ amount: 200, estimatedDays: 3, message: 'As I wrote it.', files: [file] });
    expect(bidDraftOptions(subject).initial).toMatchObject({ amount: '', estimatedDays: '', message: '', files: [] });
    expect(bidDraftOptions({ ...subject, bid }).initial).toMatchObject({
      amount: '200',
      estimatedDays: '3',
      message: 'As I wrote it.',
      files: [file],
    });
  });
});
