import { ActionMenu } from '@solvent/kit';
import type { MenuAction } from '@solvent/kit';
import { Box, chakra, Span } from '@solvent/ui';
import { MessageSquare, Star, X } from 'lucide-react';
import { useShortlist } from '../api/bid-changes.ts';
import { MessageLink, getMessagePath } from '../problem/message-link.tsx';
import { useReject } from './bid-decisions.tsx';
import type { BidWithFacts } from './bid-order.ts';

export const QUIET_BUTTON = { size: 'sm', variant: 'ghost', colorPalette: 'gray' } as const;

export interface CompareState {
  isCompared: boolean;
  canCompare: boolean;
  onCompare: (id: string) => void;
}

interface BidActionsProps extends CompareState {
  bid: BidWithFacts;
  describedBy: string;
  getFallbackFocus: () => HTMLElement | null;
}

const CompareLabel = chakra('label', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '2',
    px: '3',
    minH: { base: '44px', md: '32px' },
    color: 'fg.muted',
    fontWeight: '500',
    cursor: 'pointer',
    '&:has(:disabled)': { opacity: '0.5', cursor: 'not-allowed' },
    '& input': { boxSize: '16px', accentColor: 'brand.solid', cursor: 'inherit', rounded: 'l1', focusVisibleRing: 'outside' },
  },
});

/** The poster's further actions (product 2.53). A decided bid has only Message. */
export function BidActions({ isUndecided, ...props }: BidActionsProps & { isUndecided: boolean }) {
  const { bid, getFallbackFocus } = props;
  // Stays open when the bid is decided elsewhere; the response reports the conflict.
  const reject = useReject({ bid, getFallbackFocus });
  return (
    <>
      {isUndecided ? (
        <PendingBidActions {...props} onReject={reject.openDialog} />
      ) : (
        <Box ms="auto" color="fg.muted">
          <MessageLink {...QUIET_BUTTON} color="inherit" person={bid.solver} problemId={bid.problemId} />
        </Box>
      )}
      {reject.dialog}
    </>
  );
}

interface PendingBidActionsProps extends BidActionsProps {
  onReject: (opener: HTMLElement) => void;
}

function PendingBidActions({ bid, describedBy, isCompared, canCompare, onCompare, onReject }: PendingBidActionsProps) {
  const shortlist = useShortlist(bid);
  const { _id, problemId, solver, facts } = bid;
  const isShortlisted = facts?.shortlisted === true;
  const message = getMessagePath(solver, problemId);
  const actions: MenuAction[] = [
    {
      label: isShortlisted ? 'Remove from shortlist' : 'Shortlist',
      icon: Star,
      run: () => shortlist.mutate(!isShortlisted),
    },
    ...(message === undefined ? [] : [{ label: 'Message', icon: MessageSquare, to: message }]),
    { label: 'Reject', icon: X, run: onReject },
  ];
  return (
    <>
      <CompareLabel>
        <input
          type="checkbox"
          checked={isCompared}
          disabled={!isCompared && !canCompare}
          aria-describedby={describedBy}
          onChange={() => onCompare(_id)}
        />
        Compare
      </CompareLabel>
      {isShortlisted ? (
        <Span color="brand.fg" textStyle="meta" ms="auto" whiteSpace="nowrap">
          On the shortlist
        </Span>
      ) : null}
      <Box ms={isShortlisted ? '0' : 'auto'}>
        <ActionMenu label={`More for the bid of ${solver.name}`} actions={actions} />
      </Box>
    </>
  );
}
