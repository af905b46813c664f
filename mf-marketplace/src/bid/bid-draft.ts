import type { Bid, StoredFile } from '@solvent/contracts';
import type { DraftOptions } from '@solvent/kit';

export interface BidDraft {
  amount: string;
  estimatedDays: string;
  message: string;
  files: StoredFile[];
  idempotencyKey: string;
}

export interface BidSubject {
  userId: string;
  problemId: string;
  bid: Bid | null;
}

export const bidDraftOptions = ({ userId, problemId, bid }: BidSubject): DraftOptions<BidDraft> => ({
  key: `solvent.draft.bid.${userId}.${bid ? bid._id : problemId}`,
  initial: {
    amount: bid?.amount.toString() ?? '',
    estimatedDays: bid?.estimatedDays.toString() ?? '',
    message: bid?.message ?? '',
    files: bid?.files ?? [],
    idempotencyKey: crypto.randomUUID(),
  },
});
