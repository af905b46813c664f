import type { Bid } from '@solvent/contracts';
import { changeBidRules } from '@solvent/contracts/rules';
import { useProductForm } from '@solvent/ui/forms';
import { useEffect, useRef, useState } from 'react';
import { dropBidDraft, keepBidDraft, readBidDraft } from './bid-draft.ts';
import type { BidDraft, BidValues, DraftPlace } from './bid-draft.ts';
import { useChangeBid } from './change-bid.ts';
import { usePlaceBid } from './place-bid.ts';
import { isOvertaken } from './use-bid-change.ts';

/** Keeps what is typed in this browser until it is sent. */
function useKeptDraft(place: DraftPlace, draft: BidDraft, isSent: () => boolean): void {
  const { userId, problemId, bid } = place;
  const { values, idempotencyKey } = draft;
  useEffect(() => {
    if (!isSent()) keepBidDraft({ userId, problemId, bid }, { values, idempotencyKey });
  }, [userId, problemId, bid, values, idempotencyKey, isSent]);
}

function useSend(problemId: string, bid: Bid | null, idempotencyKey: string) {
  const place = usePlaceBid();
  const change = useChangeBid();
  return (values: BidValues): Promise<Bid> => {
    const body = changeBidRules.validateSync(values);
    return bid ? change.mutateAsync({ id: bid._id, body }) : place.mutateAsync({ body: { problemId, ...body }, idempotencyKey });
  };
}

/** The form of a bid, its draft, and sending it. `onDone`: it was taken, or there is nothing to bid on any more. */
export function useBidForm(place: DraftPlace, onDone: () => void) {
  const [start] = useState(() => readBidDraft(place));
  const send = useSend(place.problemId, place.bid, start.idempotencyKey);
  const sent = useRef(false);
  const [isSent] = useState(() => () => sent.current);

  const form = useProductForm<BidValues>({
    initialValues: start.values,
    rules: changeBidRules,
    onSubmit: async (values) => {
      try {
        await send(values);
        sent.current = true;
        dropBidDraft(place);
        onDone();
      } catch (error) {
        if (isOvertaken(error)) onDone();
        throw error;
      }
    },
  });
  useKeptDraft(place, { values: form.values, idempotencyKey: start.idempotencyKey }, isSent);
  return form;
}

export type BidForm = ReturnType<typeof useBidForm>;
