import { Box, Button, Flex, Span } from '@solvent/ui';
import { Columns2, MessageSquare, Star, X } from 'lucide-react';
import { useShortlist } from '../api/shortlist.ts';
import { MessageLink, messagePath } from '../problem/message-link.tsx';
import { RowMenu } from '../row/row-menu.tsx';
import type { RowAction } from '../row/row-menu.tsx';
import { useReject } from './bid-decisions.tsx';
import type { PostersBid } from './bid-order.ts';

export const QUIET = { size: 'sm', variant: 'ghost', colorPalette: 'gray' } as const;

/** Its word is still its name. */
const ICON_ON_PHONES = {
  fontSize: { base: '0', md: 'sm' },
  gap: { base: '0', md: '2' },
  px: { base: '0', md: '3' },
  minW: '44px',
} as const;

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
  /** What has the focus once it is rejected. */
  remaining: () => HTMLElement | null;
}

/** What its pressed buttons say on wide screens, where a menu hides them. */
function Marks({ isShortlisted, isCompared }: { isShortlisted: boolean; isCompared: boolean }) {
  const marks = [isShortlisted ? 'On the shortlist' : '', isCompared ? 'Compared' : ''].filter(Boolean);
  return marks.length === 0 ? null : (
    <Span hideFrom="md" color="brand.fg" textStyle="meta" ms="1" flex="1 1 0" minW="min-content" textAlign="end">
      {marks.map((mark, index) => (
        <Span key={mark} whiteSpace="nowrap">
          {index > 0 ? ', ' : null}
          {mark}
        </Span>
      ))}
    </Span>
  );
}

/**
 * What else the poster does with a bid: quiet buttons where there is room, a menu on phones (product 2.53). Of a decided one only
 * Message is left.
 */
export function MoreOfBid({ isUndecided, ...props }: MoreOfBidProps & { isUndecided: boolean }) {
  const { bid, remaining } = props;
  // The dialog stays open when the bid is decided elsewhere: its answer says so.
  const reject = useReject({ bid, remaining });
  return (
    <>
      {isUndecided ? (
        <UndecidedActions {...props} onReject={reject.ask} />
      ) : (
        <Box ms="auto" color="fg.muted">
          <MessageLink {...QUIET} {...ICON_ON_PHONES} color="inherit" person={bid.solver} problemId={bid.problemId} />
        </Box>
      )}
      {reject.dialog}
    </>
  );
}

interface UndecidedActionsProps extends Omit<MoreOfBidProps, 'remaining'> {
  onReject: (opener: HTMLElement) => void;
}

function UndecidedActions({ bid, describedBy, isCompared, canCompare, onCompare, onReject }: UndecidedActionsProps) {
  const shortlist = useShortlist(bid.problemId);
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
    { label: 'Reject', icon: X, run: onReject },
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
        <Button
          {...QUIET}
          color="inherit"
          aria-describedby={describedBy}
          onClick={({ currentTarget }) => onReject(currentTarget)}
        >
          <X size={14} aria-hidden />
          Reject
        </Button>
      </Flex>
      <Marks isShortlisted={isShortlisted} isCompared={isCompared} />
      <Box hideFrom="md" ms="auto">
        <RowMenu label={`More for the bid of ${solver.name}`} actions={actions} />
      </Box>
    </>
  );
}
