import type { Bid } from '@solvent/contracts';
import type { DraftOptions } from '@solvent/kit';
import type { DraftFile } from '../attachments/use-attachments.ts';

export interface BidDraft {
  amount: string;
  estimatedDays: string;
  message: string;
  files: DraftFile[];
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
