import type { Bid, MyBid } from '@solvent/contracts';
import { toast, useDeferredComponent } from '@solvent/ui';

export interface BidDialogProps {
  problem: Pick<MyBid['problem'], '_id' | 'title' | 'budget'>;
  /** The pending bid that is changed; without it a new one is placed. */
  bid?: Bid | null | undefined;
  open: boolean;
  onClose: () => void;
}

const loadDialog = () => import(/* webpackChunkName: "bid-dialog" */ './bid-form-dialog.tsx');

/** Places or changes a bid. Its code comes when it opens. */
export function BidDialog({ open, ...props }: BidDialogProps) {
  const { Component } = useDeferredComponent(loadDialog, open, () => {
    props.onClose();
    toast.error('The dialog could not be loaded. Please try again.');
  });
  return open && Component ? <Component {...props} /> : null;
}
