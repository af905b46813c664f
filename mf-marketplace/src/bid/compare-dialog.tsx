import { formatCount, formatMoney, formatReplyTime, PersonLink, toCents } from '@solvent/kit';
import { Box, chakra, PersonAvatar, Text } from '@solvent/ui';
import { Markdown } from '@solvent/ui/markdown';
import { Modal } from '@solvent/ui/overlays';
import { useId, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { useFinalFocus } from '../problem/form-dialog.tsx';
import { AcceptButton } from './bid-decisions.tsx';
import { BidState } from './bid-facts.tsx';
import type { BidWithFacts } from './bid-order.ts';
import { SolverRating } from './bid-row.tsx';
import type { BidListProblem } from './bid-row.tsx';
import { formatBudgetDifference } from './bid-status.tsx';

const cell = { px: { base: '2', sm: '3' }, py: '3', textAlign: 'start', verticalAlign: 'top', borderBottomWidth: '1px' } as const;
const HeadCell = chakra('th', { base: { ...cell, fontWeight: '400' } });
const Cell = chakra('td', { base: { ...cell, overflowWrap: 'anywhere' } });
const RowHead = chakra('th', {
  base: {
    ...cell,
    w: { base: '80px', sm: '96px' },
    textStyle: { base: 'meta', sm: 'ui' },
    position: 'sticky',
    insetStart: '0',
    bg: 'bg.raised',
    color: 'fg.muted',
    fontWeight: '500',
    whiteSpace: 'nowrap',
    zIndex: '1',
  },
});

function describeChange(before: BidWithFacts, now: BidWithFacts): string | undefined {
  const { name } = now.solver;
  if (before.status !== now.status) {
    const descriptions = {
      pending: 'is pending again',
      accepted: 'was accepted',
      rejected: 'was rejected',
      withdrawn: 'was withdrawn',
    };
    return `The bid of ${name} ${descriptions[now.status]}.`;
  }
  if (before.updatedAt === now.updatedAt && before.amount === now.amount) return undefined;
  return `${name} changed the bid to ${formatMoney(toCents(now.amount))} in ${formatCount(now.estimatedDays, 'day')}.`;
}

interface ColumnHeadProps {
  bid: BidWithFacts;
  isOpen: boolean;
  othersPending: number;
  table: RefObject<HTMLElement | null>;
  onAccepted: () => void;
}

function ColumnHead({ bid, isOpen, othersPending, table, onAccepted }: ColumnHeadProps) {
  const nameId = useId();
  return (
    <HeadCell scope="col">
      <PersonAvatar person={bid.solver} diameter={32} />
      <Text id={nameId} mt="1.5" mb="2" overflowWrap="anywhere">
        <PersonLink person={bid.solver} />
      </Text>
      {isOpen && bid.status === 'pending' ? (
        <AcceptButton
          bid={bid}
          isShort
          describedBy={nameId}
          othersPending={othersPending}
          getFallbackFocus={() => table.current ?? document.querySelector('h1')}
          onAccepted={onAccepted}
        />
      ) : (
        <BidState bid={bid} />
      )}
    </HeadCell>
  );
}

const getReplyTimeText = ({ facts }: BidWithFacts): string => {
  if (!facts || facts.replyMinutes === null) return 'Not known yet';
  const text = formatReplyTime(facts.replyMinutes);
  return text.charAt(0).toUpperCase() + text.slice(1);
};

const ROWS: { name: string; cell: (bid: BidWithFacts, budget: number) => ReactNode }[] = [
  {
    name: 'Amount',
    cell: ({ amount }, budget) => (
      <>
        <Text fontWeight="600">{formatMoney(toCents(amount))}</Text>
        <Text textStyle="meta" color="fg.muted">
          {formatBudgetDifference(amount, budget)}
        </Text>
      </>
    ),
  },
  { name: 'Days', cell: ({ estimatedDays }) => formatCount(estimatedDays, 'day') },
  { name: 'Rating', cell: ({ solver }) => <SolverRating solver={solver} /> },
  { name: 'Solved', cell: ({ facts }) => (facts ? formatCount(facts.solvedCount, 'problem') : 'Not known') },
  { name: 'Replies', cell: getReplyTimeText },
  { name: 'Areas', cell: ({ facts }) => facts?.matchingAreas.join(', ') || 'None that match' },
  { name: 'Message', cell: ({ message }) => <Markdown text={message} headingsFrom={3} compact /> },
];

interface CompareDialogProps {
  ids: readonly string[];
  bids: readonly BidWithFacts[];
  problem: BidListProblem;
  onClose: () => void;
}

export function Component({ ids, bids, problem, onClose }: CompareDialogProps) {
  const table = useRef<HTMLDivElement>(null);
  const { finalFocusEl, focusTitle } = useFinalFocus();
  const handleAccepted = () => {
    focusTitle();
    onClose();
  };
  const [initialBids] = useState(() => bids.filter(({ _id }) => ids.includes(_id)));
  const compared = ids.flatMap((id) => bids.find(({ _id }) => _id === id) ?? initialBids.find(({ _id }) => _id === id) ?? []);
  const othersPending = bids.filter(({ status }) => status === 'pending').length - 1;
  const changes = initialBids.flatMap((before) => {
    const now = compared.find(({ _id }) => _id === before._id);
    return (now && describeChange(before, now)) ?? [];
  });
  return (
    <Modal open onClose={onClose} title={`Compare ${compared.length} bids`} size="xl" finalFocusEl={finalFocusEl}>
      <Box role="status">
        {changes.map((text) => (
          <Text key={text} bg="brand.subtle" rounded="l2" px="3" py="2" mb="2" overflowWrap="anywhere">
            {text}
          </Text>
        ))}
      </Box>
      <Box ref={table} role="region" aria-label="Bids side by side" tabIndex={0} overflowX="auto" pb="2">
        <chakra.table
          w="full"
          tableLayout="fixed"
          minW={{ base: `${80 + compared.length * 128}px`, sm: `${96 + compared.length * 168}px` }}
          borderCollapse="separate"
          borderSpacing="0"
          fontVariantNumeric="tabular-nums"
        >
          <thead>
            <tr>
              <RowHead scope="col">Bidder</RowHead>
              {compared.map((bid) => (
                <ColumnHead
                  key={bid._id}
                  bid={bid}
                  isOpen={problem.status === 'open'}
                  othersPending={othersPending}
                  table={table}
                  onAccepted={handleAccepted}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {ROWS.map(({ name, cell: renderCell }) => (
              <tr key={name}>
                <RowHead scope="row">{name}</RowHead>
                {compared.map((bid) => (
                  <Cell key={bid._id}>{renderCell(bid, problem.budget)}</Cell>
                ))}
              </tr>
            ))}
          </tbody>
        </chakra.table>
      </Box>
    </Modal>
  );
}
