import type { Bid } from '@solvent/contracts';
import { readKey, writeKey } from '@solvent/store';

/** What the form holds while it is filled in: figures as typed, missing while nothing is. */
export interface BidValues {
  amount: string | undefined;
  estimatedDays: string | undefined;
  message: string;
}

/** What a person has typed, and the key under which the server makes one bid of it, however often it is sent. */
export interface BidDraft {
  values: BidValues;
  idempotencyKey: string;
}

/** Whose draft, and of what: of a new bid on a problem, or of a change of one. */
export interface DraftPlace {
  userId: string;
  problemId: string;
  bid: Bid | null;
}

export const bidDraftKey = ({ userId, problemId, bid }: DraftPlace): string =>
  `solvent.draft.bid.${userId}.${bid ? bid._id : problemId}`;

const startOf = (bid: Bid | null): BidValues => ({
  amount: bid?.amount.toString(),
  estimatedDays: bid?.estimatedDays.toString(),
  message: bid?.message ?? '',
});

const newDraft = (bid: Bid | null): BidDraft => ({ values: startOf(bid), idempotencyKey: crypto.randomUUID() });

const textOf = (given: object, name: string): string | undefined => {
  const value: unknown = Reflect.get(given, name);
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/** The draft of this browser, or where a new one starts. What cannot be read is as if it were not there. */
export function readBidDraft(place: DraftPlace): BidDraft {
  const fresh = newDraft(place.bid);
  try {
    const saved: unknown = JSON.parse(readKey(bidDraftKey(place)) ?? 'null');
    if (typeof saved !== 'object' || saved === null) return fresh;
    const [amount, estimatedDays, message] = [textOf(saved, 'amount'), textOf(saved, 'estimatedDays'), textOf(saved, 'message')];
    return {
      values: { amount, estimatedDays, message: message ?? '' },
      idempotencyKey: textOf(saved, 'idempotencyKey') ?? fresh.idempotencyKey,
    };
  } catch {
    return fresh;
  }
}

const isStart = (values: BidValues, bid: Bid | null): boolean => {
  const start = startOf(bid);
  return (
    values.message === start.message &&
    (values.amount ?? '') === (start.amount ?? '') &&
    (values.estimatedDays ?? '') === (start.estimatedDays ?? '')
  );
};

/** Keeps what was typed in this browser; nothing where nothing was. */
export function keepBidDraft(place: DraftPlace, { values, idempotencyKey }: BidDraft): void {
  const kept = isStart(values, place.bid) ? null : JSON.stringify({ ...values, idempotencyKey });
  writeKey(bidDraftKey(place), kept);
}

export const dropBidDraft = (place: DraftPlace): void => writeKey(bidDraftKey(place), null);
