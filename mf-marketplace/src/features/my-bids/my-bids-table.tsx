import type { MyBid } from '@solvent/contracts';
import { formatCount, formatMoney, RelativeTime, toCents } from '@solvent/kit';
import { Link } from '@solvent/router';
import { Box, chakra, Flex, LinkButton, Span, Text } from '@solvent/ui';
import { useId, useRef } from 'react';
import type { ReactNode } from 'react';
import { BidStatusBadge, budgetDifference } from '../../bid/bid-status.tsx';
import { EditBidButton, WithdrawButton } from '../../bid/own-bid-actions.tsx';
import { MessageLink } from '../../problem/message-link.tsx';

const COLUMNS = 'minmax(0, 1fr) 168px 68px 104px 72px 272px';

const Row = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'repeat(3, auto) minmax(0, 1fr)', lg: COLUMNS },
    columnGap: '4',
    rowGap: '2',
    alignItems: 'center',
    p: { base: '4', lg: '3' },
    borderWidth: { base: '1px', lg: '0' },
    borderTopWidth: { lg: '1px' },
    rounded: { base: 'l3', lg: '0' },
    bg: 'bg.panel',
    outline: '0',
  },
});

const TitleLink = chakra(Link, {
  base: {
    // A finger's target of 44 px around its cell: the clamp would cut off one of its own.
    _before: { content: '""', position: 'absolute', insetInline: '0', top: '-16px', bottom: '-8px' },
    fontWeight: '600',
    overflowWrap: 'anywhere',
    lineClamp: '2',
    textUnderlineOffset: '3px',
    rounded: 'l1',
    _hover: { textDecoration: 'underline' },
    focusVisibleRing: 'outside',
  },
});

/** A cell across the whole card on narrow screens, or beside its neighbours. */
function Cell({ wide = false, children }: { wide?: boolean; children: ReactNode }) {
  return (
    <Box role="cell" position="relative" minW="0" gridColumn={wide ? { base: '1 / -1', lg: 'auto' } : undefined}>
      {children}
    </Box>
  );
}

function BidRow({ bid }: { bid: MyBid }) {
  const { problem, amount, estimatedDays, status, reason, createdAt } = bid;
  const titleId = useId();
  const row = useRef<HTMLDivElement>(null);
  const address = `/view-problems/${problem._id}`;
  const isPending = status === 'pending';
  return (
    <Row role="row" ref={row} tabIndex={-1} fontVariantNumeric="tabular-nums">
      <Cell wide>
        <TitleLink dir="auto" id={titleId} to={address}>
          {problem.title}
        </TitleLink>
        {reason ? (
          <Text color="fg.muted" textStyle="meta" mt="1" lineClamp={2} overflowWrap="anywhere">
            Reason: {reason}
          </Text>
        ) : null}
      </Cell>
      <Cell wide>
        <Span fontWeight="600" me={{ base: '2', lg: '0' }}>
          {formatMoney(toCents(amount))}
        </Span>
        <Span display={{ lg: 'block' }} textStyle="meta" color="fg.muted">
          {budgetDifference(amount, problem.budget)}
        </Span>
      </Cell>
      <Cell>{formatCount(estimatedDays, 'day')}</Cell>
      <Cell>
        <BidStatusBadge status={status} />
      </Cell>
      <Cell>
        <RelativeTime time={createdAt} color="fg.muted" />
      </Cell>
      <Cell wide>
        <Flex gap="2" wrap="wrap" justify={{ lg: 'flex-end' }} mt={{ base: '1', lg: '0' }}>
          {isPending && problem.status === 'open' ? <EditBidButton bid={bid} problem={problem} describedBy={titleId} /> : null}
          {isPending ? <WithdrawButton bid={bid} describedBy={titleId} remaining={() => row.current} /> : null}
          <MessageLink person={problem.user} problemId={problem._id} />
          <LinkButton to={address} size="sm" variant="ghost" colorPalette="gray" aria-describedby={titleId}>
            View
          </LinkButton>
        </Flex>
      </Cell>
    </Row>
  );
}

const Heads = () => (
  <Row role="row" hideBelow="lg" bg="transparent" border="0" color="fg.muted" textStyle="meta" py="2">
    {['Problem', 'Amount', 'Days', 'Status', 'Placed', 'Actions'].map((head) => (
      <Span key={head} role="columnheader" textAlign={head === 'Actions' ? 'end' : undefined}>
        {head}
      </Span>
    ))}
  </Row>
);

export function MyBidsTable({ bids }: { bids: readonly MyBid[] }) {
  return (
    <Flex
      role="table"
      aria-label="My bids"
      direction="column"
      gap={{ base: '3', lg: '0' }}
      borderWidth={{ lg: '1px' }}
      rounded={{ lg: 'l3' }}
      overflow={{ lg: 'hidden' }}
    >
      <Heads />
      {bids.map((bid) => (
        <BidRow key={bid._id} bid={bid} />
      ))}
    </Flex>
  );
}
