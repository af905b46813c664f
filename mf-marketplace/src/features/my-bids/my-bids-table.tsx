import type { MyBid } from '@solvent/contracts';
import { ActionMenu, formatCount, formatMoney, RelativeTime, toCents } from '@solvent/kit';
import type { MenuAction } from '@solvent/kit';
import { Flex, Span, useDialogState } from '@solvent/ui';
import { ExternalLink, Pencil, Undo2 } from 'lucide-react';
import { useRef } from 'react';
import { BidStatusBadge, formatBudgetDifference, getStatusTime } from '../../bid/bid-status.tsx';
import { BidDialog, useConfirmWithdraw } from '../../bid/own-bid-actions.tsx';
import { MessageLink } from '../../problem/message-link.tsx';
import { Cell, START_CELL, END_CELL, ResponsiveTable, RowTitle, TableRow } from '../../tables/responsive-table.tsx';

const COLUMNS = [
  { head: 'Problem', width: 'minmax(0, 1fr)' },
  { head: 'Amount', width: '200px' },
  { head: 'Days', width: '64px' },
  { head: 'Status', width: '108px' },
  { head: 'Date', width: '72px' },
  { head: 'Actions', width: '152px' },
] as const;

function BidRow({ bid }: { bid: MyBid }) {
  const { problem, amount, agreedAmount, estimatedDays, status, reason, unconfirmedSince } = bid;
  const row = useRef<HTMLDivElement>(null);
  const dialog = useDialogState();
  const confirmWithdraw = useConfirmWithdraw(bid, () => row.current);
  const address = `/view-problems/${problem._id}`;
  const isPending = status === 'pending';
  const actions: MenuAction[] = [
    ...(isPending && problem.status === 'open' ? [{ label: 'Edit bid', icon: Pencil, run: dialog.open }] : []),
    ...(isPending ? [{ label: 'Withdraw', icon: Undo2, run: confirmWithdraw }] : []),
    { label: 'View', icon: ExternalLink, to: address },
  ];
  return (
    <TableRow role="row" ref={row} tabIndex={-1}>
      <Cell>
        <RowTitle dir="auto" to={address}>
          {problem.title}
        </RowTitle>
        <Span display="block" color="fg.muted" textStyle="meta" lineClamp={{ base: 3, lg: 1 }} overflowWrap="anywhere">
          <bdi>{problem.user.name}</bdi>
          {reason ? (
            <Span title={reason}>
              {' · '}Reason: <bdi>{reason}</bdi>
            </Span>
          ) : null}
        </Span>
      </Cell>
      <Cell whiteSpace="nowrap" overflow="hidden" textOverflow="ellipsis">
        <Span fontWeight="600" me="2">
          {formatMoney(toCents(agreedAmount ?? amount))}
        </Span>
        <Span textStyle="meta" color="fg.muted">
          {typeof agreedAmount === 'number' ? 'agreed' : formatBudgetDifference(amount, problem.budget)}
        </Span>
      </Cell>
      <Cell {...START_CELL}>{formatCount(estimatedDays, 'day')}</Cell>
      <Cell {...END_CELL}>
        {unconfirmedSince ? (
          <Span textStyle="meta" color="brand.fg">
            Please confirm
          </Span>
        ) : (
          <BidStatusBadge status={status} />
        )}
      </Cell>
      <Cell {...START_CELL}>
        <RelativeTime time={getStatusTime(bid)} color="fg.muted" />
      </Cell>
      <Cell {...END_CELL}>
        <Flex gap="1" justify="flex-end">
          <MessageLink person={problem.user} problemId={problem._id} variant="ghost" minH={{ base: '44px', lg: '36px' }} />
          <ActionMenu label={`More for ${problem.title}`} actions={actions} />
        </Flex>
      </Cell>
      {dialog.isOpen ? <BidDialog problem={problem} bid={bid} onClose={dialog.close} onLoadError={dialog.onLoadError} /> : null}
    </TableRow>
  );
}

export const MyBidsTable = ({ bids }: { bids: readonly MyBid[] }) => (
  <ResponsiveTable label="My bids" columns={COLUMNS}>
    {bids.map((bid) => (
      <BidRow key={bid._id} bid={bid} />
    ))}
  </ResponsiveTable>
);
