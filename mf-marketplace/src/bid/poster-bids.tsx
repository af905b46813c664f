import { SortSelect, ToggleChip, useNearEnd } from '@solvent/kit';
import { Box, Button, EmptyState, Flex, lazyComponent, useDialogState } from '@solvent/ui';
import { Columns2, Gavel, Star } from 'lucide-react';
import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import { BID_ORDERS, inOrder } from './bid-order.ts';
import type { BidOrder, PostersBid } from './bid-order.ts';
import { BidRow } from './bid-row.tsx';
import type { BidsProblem } from './bid-row.tsx';

const CompareDialog = lazyComponent(() => import(/* webpackChunkName: "compare-bids" */ './compare-dialog.tsx'));

/** So many rows are drawn, and so many more as one comes near their end. */
const AT_ONCE = 30;

/** More columns would not fit beside each other. */
const COMPARE_MAX = 4;

const isPending = ({ status }: PostersBid) => status === 'pending';
const isShortlisted = ({ facts }: PostersBid) => facts?.shortlisted === true;

function None({ status }: BidsProblem) {
  const text =
    status === 'open'
      ? 'Solvers see your problem now. You are told as soon as somebody bids.'
      : 'Nobody bid while the problem was open.';
  return <EmptyState icon={Gavel} title="No bids yet" text={text} />;
}

/** The ids to compare, in the order in which they were chosen. */
function useChosen() {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const toggle = useCallback(
    (id: string) => setChosen((ids) => (ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id])),
    [],
  );
  return { chosen, toggle, clear: () => setChosen([]) };
}

interface ToolbarProps {
  order: BidOrder;
  onOrder: (order: BidOrder) => void;
  shortlisted: number;
  isFiltered: boolean;
  onFilter: () => void;
  chosen: number;
  onCompare: () => void;
  onClear: () => void;
}

function Toolbar({ order, onOrder, shortlisted, isFiltered, onFilter, chosen, onCompare, onClear }: ToolbarProps) {
  return (
    // Below the top bar, in reach however far down the list one is.
    <Flex
      position="sticky"
      top="56px"
      zIndex="1"
      bg="bg"
      py="2"
      gap="2"
      wrap="wrap"
      align="center"
      fontVariantNumeric="tabular-nums"
    >
      <SortSelect value={order} options={BID_ORDERS} onChange={onOrder} />
      <ToggleChip pressed={isFiltered} h="36px" px="3" onClick={onFilter}>
        <Star size={14} aria-hidden />
        On the shortlist ({shortlisted})
      </ToggleChip>
      {chosen > 0 ? (
        <Flex gap="1" ms="auto">
          <Button size="sm" variant="ghost" colorPalette="gray" onClick={onClear}>
            Clear
          </Button>
          <Button size="sm" variant="outline" disabled={chosen < 2} onClick={onCompare}>
            <Columns2 size={14} aria-hidden />
            {chosen < 2 ? 'Choose one more' : `Compare ${chosen} bids`}
          </Button>
        </Flex>
      ) : null}
    </Flex>
  );
}

interface BidListProps {
  bids: readonly PostersBid[];
  problem: BidsProblem;
}

/** What of the bids is shown, and how. */
interface View {
  order: BidOrder;
  isFiltered: boolean;
  /** So many rows. */
  drawn: number;
}

/** All bids, for who posted the problem (product 2.20): in order, the shortlist alone, or some beside each other. */
export function Component({ bids, problem }: BidListProps) {
  const [view, setView] = useState<View>({ order: 'newest', isFiltered: false, drawn: AT_ONCE });
  // The rows follow what is chosen in parts: thirty new ones at once would hold the page up.
  const deferred = useDeferredValue(view);
  const { order, isFiltered, drawn } = deferred;
  const { chosen, toggle, clear } = useChosen();
  const { isOpen, open, close, onLoadError } = useDialogState();
  const shown = useMemo(() => inOrder(isFiltered ? bids.filter(isShortlisted) : bids, order), [bids, isFiltered, order]);
  const hasMore = drawn < shown.length;
  // Thirty short rows can leave the end in sight: once they are drawn it is looked at again.
  const end = useNearEnd(hasMore && deferred === view, () => setView({ ...view, drawn: drawn + AT_ONCE }));
  if (bids.length === 0) return <None {...problem} />;

  const pending = bids.filter(isPending).length;
  // Of those that are there: who left the list is not compared any more.
  const compared = chosen.filter((id) => bids.some(({ _id }) => _id === id));
  return (
    <>
      <Toolbar
        order={view.order}
        onOrder={(next) => setView({ ...view, order: next, drawn: AT_ONCE })}
        shortlisted={bids.filter(isShortlisted).length}
        isFiltered={view.isFiltered}
        onFilter={() => setView({ ...view, isFiltered: !view.isFiltered, drawn: AT_ONCE })}
        chosen={compared.length}
        onCompare={open}
        onClear={clear}
      />
      {shown.length === 0 ? (
        <EmptyState
          icon={Star}
          title="The shortlist is empty"
          text="Shortlist a bid to find it here. The bidder does not hear of it."
        />
      ) : (
        <Box as="ul" aria-label="Bids" listStyleType="none">
          {shown.slice(0, drawn).map((bid) => (
            <BidRow
              key={bid._id}
              bid={bid}
              problem={problem}
              othersPending={pending - 1}
              isCompared={compared.includes(bid._id)}
              canCompare={compared.length < COMPARE_MAX}
              onCompare={toggle}
            />
          ))}
        </Box>
      )}
      {hasMore ? <div ref={end} /> : null}
      {isOpen ? <CompareDialog ids={compared} bids={bids} problem={problem} onClose={close} onLoadError={onLoadError} /> : null}
    </>
  );
}
