import { SortSelect, ToggleChip, useNearEnd } from '@solvent/kit';
import { Box, Button, EmptyState, Flex, lazyComponent, useDialogState } from '@solvent/ui';
import { Columns2, Gavel, Star } from 'lucide-react';
import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import { BID_ORDERS, sortBids } from './bid-order.ts';
import type { BidOrder, BidWithFacts } from './bid-order.ts';
import { BidRow } from './bid-row.tsx';
import type { BidListProblem } from './bid-row.tsx';

const CompareDialog = lazyComponent(() => import(/* webpackChunkName: "bid-dialog" */ './compare-dialog.tsx'));

/** Number of rows rendered at first, and added each time the user scrolls near the end. */
const ROWS_PER_STEP = 30;

const MAX_COMPARED = 4;

const isPending = ({ status }: BidWithFacts) => status === 'pending';
const isShortlisted = ({ facts }: BidWithFacts) => facts?.shortlisted === true;

function NoBids({ status }: BidListProblem) {
  const text =
    status === 'open'
      ? 'Solvers can see your problem. You’ll be notified when someone bids.'
      : 'No one bid while the problem was open.';
  return <EmptyState icon={Gavel} title="No bids yet" text={text} />;
}

function useSelection() {
  const [selected, setSelected] = useState<readonly string[]>([]);
  const toggle = useCallback(
    (id: string) => setSelected((ids) => (ids.includes(id) ? ids.filter((selectedId) => selectedId !== id) : [...ids, id])),
    [],
  );
  return { selected, toggle, clear: () => setSelected([]) };
}

interface ToolbarProps {
  order: BidOrder;
  onOrder: (order: BidOrder) => void;
  shortlisted: number;
  isFiltered: boolean;
  onFilter: () => void;
  selected: number;
  onCompare: () => void;
  onClear: () => void;
}

function Toolbar({ order, onOrder, shortlisted, isFiltered, onFilter, selected, onCompare, onClear }: ToolbarProps) {
  return (
    <Flex
      position="sticky"
      top="calc(56px + var(--connection-line, 0px))"
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
      {selected > 0 ? (
        <Flex gap="1" ms="auto">
          <Button size="sm" variant="ghost" colorPalette="gray" onClick={onClear}>
            Clear
          </Button>
          <Button size="sm" variant="outline" disabled={selected < 2} onClick={onCompare}>
            <Columns2 size={14} aria-hidden />
            {selected < 2 ? 'Choose one more' : `Compare ${selected} bids`}
          </Button>
        </Flex>
      ) : null}
    </Flex>
  );
}

interface BidListProps {
  bids: readonly BidWithFacts[];
  problem: BidListProblem;
}

interface ListView {
  order: BidOrder;
  isFiltered: boolean;
  rowCount: number;
}

export function Component({ bids, problem }: BidListProps) {
  const [view, setView] = useState<ListView>({ order: 'newest', isFiltered: false, rowCount: ROWS_PER_STEP });
  // Deferred: thirty new rows in one render would block the page.
  const deferred = useDeferredValue(view);
  const { order, isFiltered, rowCount } = deferred;
  const { selected, toggle, clear } = useSelection();
  const { isOpen, open, close, onLoadError } = useDialogState();
  const shown = useMemo(() => sortBids(isFiltered ? bids.filter(isShortlisted) : bids, order), [bids, isFiltered, order]);
  const [firstId, setFirstId] = useState(shown[0]?._id);
  if (firstId === undefined && shown[0]) setFirstId(shown[0]._id);
  const hasMore = rowCount < shown.length;
  // Observe again after rendering: thirty short rows can leave the end in view.
  const endRef = useNearEnd(hasMore && deferred === view, () => setView({ ...view, rowCount: rowCount + ROWS_PER_STEP }));
  if (bids.length === 0) return <NoBids {...problem} />;

  const pending = bids.filter(isPending).length;
  const compared = selected.filter((id) => bids.some(({ _id }) => _id === id));
  return (
    <>
      <Toolbar
        order={view.order}
        onOrder={(next) => setView({ ...view, order: next, rowCount: ROWS_PER_STEP })}
        shortlisted={bids.filter(isShortlisted).length}
        isFiltered={view.isFiltered}
        onFilter={() => setView({ ...view, isFiltered: !view.isFiltered, rowCount: ROWS_PER_STEP })}
        selected={compared.length}
        onCompare={open}
        onClear={clear}
      />
      {shown.length === 0 ? (
        <EmptyState
          icon={Star}
          title="The shortlist is empty"
          text="Shortlisted bids will appear here. Bidders aren’t notified."
        />
      ) : (
        <Box as="ul" aria-label="Bids" listStyleType="none">
          {shown.slice(0, rowCount).map((bid) => (
            <BidRow
              key={bid._id}
              bid={bid}
              problem={problem}
              othersPending={pending - 1}
              startsOpen={bid._id === firstId}
              isCompared={compared.includes(bid._id)}
              canCompare={compared.length < MAX_COMPARED}
              onCompare={toggle}
            />
          ))}
        </Box>
      )}
      {hasMore ? <div ref={endRef} /> : null}
      {isOpen ? <CompareDialog ids={compared} bids={bids} problem={problem} onClose={close} onLoadError={onLoadError} /> : null}
    </>
  );
}
