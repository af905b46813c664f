import { Box, Button, Flex, Span } from '@solvent/ui';
import { Columns2, MessageSquare, Star, X } from 'lucide-react';
import { useShortlist } from '../api/shortlist.ts';
import { MessageLink, messagePath } from '../problem/message-link.tsx';
import { RowMenu } from '../row/row-menu.tsx';
import type { RowAction } from '../row/row-menu.tsx';
import { useReject } from './bid-decisions.tsx';
import type { PostersBid } from './bid-order.ts';

export const QUIET = { size: 'sm', variant: 'ghost', colorPalette: 'gray' } as const;

/** Which bids are beside each other, and how one gets there. */
export interface Compared {
  isCompared: boolean;
  /** Whether one more may be compared. */
  canCompare: boolean;
  onCompare: (id: string) => void;
}

interface MoreOfBidProps extends Compared {
  bid: PostersBid;
  describedBy: string;
  isUndecided: boolean;
  /** What has the focus once it is rejected. */
  remaining: () => HTMLElement | null;
}

/** What its pressed buttons say on wide screens, where a menu hides them. */
function Marks({ isShortlisted, isCompared }: { isShortlisted: boolean; isCompared: boolean }) {
  const marks = [isShortlisted ? 'On the shortlist' : '', isCompared ? 'Compared' : ''].filter(Boolean);
  return marks.length === 0 ? null : (
    <Span hideFrom="md" color="brand.fg" textStyle="meta" ms="1" flex="1 1 0" minW="0" textAlign="end">
      {marks.join(', ')}
    </Span>
  );
}

/** Whatever else the poster does with a bid: quiet buttons where there is room, a menu on phones (product 2.53). */
export function MoreOfBid({ bid, describedBy, isUndecided, remaining, isCompared, canCompare, onCompare }: MoreOfBidProps) {
  const shortlist = useShortlist(bid.problemId);
  const reject = useReject({ bid, remaining });
  const { _id, problemId, solver, facts } = bid;
  const isShortlisted = facts?.shortlisted === true;
  const isFull = !isCompared && !canCompare;
  const compare = () => onCompare(_id);
  const toggleShortlist = () => shortlist(_id, !isShortlisted);
  const message = messagePath(solver, problemId);
  const actions: RowAction[] = [
    { label: isShortlisted ? 'Take off the shortlist' : 'Shortlist', icon: Star, run: toggleShortlist },
    ...(message === undefined ? [] : [{ label: 'Message', icon: MessageSquare, to: message }]),
    { label: isCompared ? 'Leave out of the comparison' : 'Compare', icon: Columns2, isDisabled: isFull, run: compare },
    ...(isUndecided ? [{ label: 'Reject', icon: X, run: reject.ask }] : []),
  ];
  return (
    <>
      <Flex hideBelow="md" ms="auto" columnGap="1" color="fg.muted">
        <Button
          {...QUIET}
          aria-pressed={isShortlisted}
          aria-describedby={describedBy}
          color={isShortlisted ? 'brand.fg' : 'inherit'}
          onClick={toggleShortlist}
        >
          <Star size={14} aria-hidden fill={isShortlisted ? 'currentColor' : 'none'} />
          Shortlist
        </Button>
        <MessageLink {...QUIET} color="inherit" person={solver} problemId={problemId} />
        <Button
          {...QUIET}
          aria-pressed={isCompared}
          aria-describedby={describedBy}
          disabled={isFull}
          color={isCompared ? 'brand.fg' : 'inherit'}
          onClick={compare}
        >
          <Columns2 size={14} aria-hidden />
          Compare
        </Button>
        {isUndecided ? (
          <Button
            {...QUIET}
            color="inherit"
            aria-describedby={describedBy}
            onClick={({ currentTarget }) => reject.ask(currentTarget)}
          >
            <X size={14} aria-hidden />
            Reject
          </Button>
        ) : null}
      </Flex>
      <Marks isShortlisted={isShortlisted} isCompared={isCompared} />
      <Box hideFrom="md" ms="auto">
        <RowMenu label={`More for the bid of ${solver.name}`} actions={actions} />
      </Box>
      {reject.dialog}
    </>
  );
}
