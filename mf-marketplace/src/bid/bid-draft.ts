import type { Bid, StoredFile } from '@solvent/contracts';
import type { DraftOptions } from '@solvent/kit';

/** What a person has typed, and the key under which the server makes one bid of it, however often it is sent. */
export interface BidDraft {
  amount: string;
  estimatedDays: string;
  message: string;
  files: StoredFile[];
  idempotencyKey: string;
}

/** Whose draft, and of what: of a new bid on a problem, or of a change of one. */
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
