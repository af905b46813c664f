import { Box, Button, Flex, Span } from '@solvent/ui';
import { Columns2, MessageSquare, Star, X } from 'lucide-react';
import { useShortlist } from '../api/bid-changes.ts';
import { MessageLink, getMessagePath } from '../problem/message-link.tsx';
import { RowMenu } from '../tables/row-menu.tsx';
import type { RowAction } from '../tables/row-menu.tsx';
import { useReject } from './bid-decisions.tsx';
import type { BidWithFacts } from './bid-order.ts';

export const QUIET_BUTTON = { size: 'sm', variant: 'ghost', colorPalette: 'gray' } as const;

/** A font size of 0 hides the text but keeps the accessible name. */
const ICON_ON_PHONES = {
  fontSize: { base: '0', md: 'sm' },
  gap: { base: '0', md: '2' },
  px: { base: '0', md: '3' },
} as const;

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

/** Shows the pressed state as text on phones, where the toggle buttons are in a menu. */
function PressedLabels({ isShortlisted, isCompared }: { isShortlisted: boolean; isCompared: boolean }) {
  const labels = [isShortlisted ? 'On the shortlist' : '', isCompared ? 'Compared' : ''].filter(Boolean);
  return labels.length === 0 ? null : (
    <Span hideFrom="md" color="brand.fg" textStyle="meta" ms="1" flex="1 1 0" minW="min-content" textAlign="end">
      {labels.map((label, index) => (
        <Span key={label} whiteSpace="nowrap">
          {index > 0 ? ', ' : null}
          {label}
        </Span>
      ))}
    </Span>
  );
}

/** The poster's further actions: buttons on wide screens, a menu on phones (product 2.53). A decided bid has only Message. */
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
          <MessageLink {...QUIET_BUTTON} {...ICON_ON_PHONES} color="inherit" person={bid.solver} problemId={bid.problemId} />
        </Box>
      )}
      {reject.dialog}
    </>
  );
}

interface PendingBidActionsProps extends Omit<BidActionsProps, 'remaining'> {
  onReject: (opener: HTMLElement) => void;
}

function PendingBidActions({ bid, describedBy, isCompared, canCompare, onCompare, onReject }: PendingBidActionsProps) {
  const shortlist = useShortlist(bid);
  const { _id, problemId, solver, facts } = bid;
  const isShortlisted = facts?.shortlisted === true;
  const isFull = !isCompared && !canCompare;
  const compare = () => onCompare(_id);
  const toggleShortlist = () => shortlist.mutate(!isShortlisted);
  const message = getMessagePath(solver, problemId);
  const actions: RowAction[] = [
    { label: isShortlisted ? 'Remove from shortlist' : 'Shortlist', icon: Star, run: toggleShortlist },
    ...(message === undefined ? [] : [{ label: 'Message', icon: MessageSquare, to: message }]),
    { label: isCompared ? 'Remove from comparison' : 'Compare', icon: Columns2, isDisabled: isFull, run: compare },
    { label: 'Reject', icon: X, run: onReject },
  ];
  return (
    <>
      <Flex hideBelow="md" ms="auto" columnGap="1" color="fg.muted">
        <Button
          {...QUIET_BUTTON}
          aria-pressed={isShortlisted}
          aria-describedby={describedBy}
          color={isShortlisted ? 'brand.fg' : 'inherit'}
          onClick={toggleShortlist}
        >
          <Star size={14} aria-hidden fill={isShortlisted ? 'currentColor' : 'none'} />
          Shortlist
        </Button>
        <MessageLink {...QUIET_BUTTON} color="inherit" person={solver} problemId={problemId} />
        <Button
          {...QUIET_BUTTON}
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
          {...QUIET_BUTTON}
          color="inherit"
          aria-describedby={describedBy}
          onClick={({ currentTarget }) => onReject(currentTarget)}
        >
          <X size={14} aria-hidden />
          Reject
        </Button>
      </Flex>
      <PressedLabels isShortlisted={isShortlisted} isCompared={isCompared} />
      <Box hideFrom="md" ms="auto">
        <RowMenu label={`More for the bid of ${solver.name}`} actions={actions} />
      </Box>
    </>
  );
}
