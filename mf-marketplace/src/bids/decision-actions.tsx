import type { Bid } from '@solvent/contracts';
import { Button, Flex, loadAskDialog } from '@solvent/ui';
import { Check, X } from 'lucide-react';
import { dollars } from '../problem/money.ts';
import { useAcceptBid } from './accept-bid.ts';
import { useRejectBid } from './reject-bid.ts';
import { isOvertaken } from './use-bid-change.ts';
import { useDecision } from './use-decision.ts';

const loadRejectDialog = () => import(/* webpackChunkName: "bid-dialog" */ './reject-dialog.tsx');

interface DecisionProps {
  bid: Bid;
  /** Id of the element that says whose bid it is. */
  describedBy: string;
  /** What has the focus once the buttons are gone. */
  remaining: () => HTMLElement | null;
}

/** What accepting means for the others. */
function consequences(name: string, othersPending: number): string {
  const others = { 0: '', 1: ' The other pending bid is rejected.' }[othersPending];
  return `${name} is told at once, and the problem is in progress.${others ?? ` The other ${othersPending} pending bids are rejected.`}`;
}

function AcceptButton({ bid, othersPending, describedBy, remaining }: DecisionProps & { othersPending: number }) {
  const { ask, close, settle, Dialog, finalFocusEl } = useDecision(loadAskDialog, remaining);
  const accept = useAcceptBid();
  const confirm = () =>
    accept.mutate(bid._id, { onSuccess: settle, onError: (error) => (isOvertaken(error) ? settle() : undefined) });
  return (
    <>
      <Button size="sm" aria-describedby={describedBy} onClick={ask}>
        <Check size={16} aria-hidden />
        Accept
      </Button>
      {Dialog ? (
        <Dialog
          title={`Accept this bid of ${dollars(bid.amount)}?`}
          text={consequences(bid.solver.name, othersPending)}
          action="Accept"
          busyAction="Accepting…"
          busy={accept.isPending}
          onConfirm={confirm}
          onClose={close}
          finalFocusEl={finalFocusEl}
        />
      ) : null}
    </>
  );
}

function RejectButton({ bid, describedBy, remaining }: DecisionProps) {
  const { ask, close, settle, Dialog, finalFocusEl } = useDecision(loadRejectDialog, remaining);
  const { mutateAsync: reject } = useRejectBid();
  const send = async (reason: string | undefined) => {
    try {
      await reject({ id: bid._id, body: { reason } });
      settle();
    } catch (error) {
      if (isOvertaken(error)) settle();
      throw error;
    }
  };
  return (
    <>
      <Button size="sm" variant="outline" colorPalette="gray" aria-describedby={describedBy} onClick={ask}>
        <X size={16} aria-hidden />
        Reject
      </Button>
      {Dialog ? <Dialog name={bid.solver.name} onReject={send} onClose={close} finalFocusEl={finalFocusEl} /> : null}
    </>
  );
}

/** What the poster may do with a pending bid. */
export function DecisionActions({ othersPending, ...props }: DecisionProps & { othersPending: number }) {
  return (
    <Flex gap="2" wrap="wrap">
      <AcceptButton {...props} othersPending={othersPending} />
      <RejectButton {...props} />
    </Flex>
  );
}
