import type { Bid } from '@solvent/contracts';
import { getMessagePreview } from '@solvent/contracts/message-preview';
import { formatCount, formatMoney, RelativeTime, toCents } from '@solvent/kit';
import { Box, Flex, Span, Text } from '@solvent/ui';
import { Markdown } from '@solvent/ui/markdown';
import { FileTiles } from '../attachments/file-tiles.tsx';
import { BidStatusBadge, formatBudgetDifference, getStatusTime } from './bid-status.tsx';

export function BidFacts({ bid, budget }: { bid: Bid; budget: number }) {
  return (
    <Flex align="baseline" columnGap="3" rowGap="1" wrap="wrap" fontVariantNumeric="tabular-nums">
      <Text textStyle="cardTitle" fontWeight="700">
        {formatMoney(toCents(bid.amount))}
      </Text>
      <Text color="fg.muted">{formatBudgetDifference(bid.amount, budget)}</Text>
      <Text color="fg.muted">
        <Span aria-hidden me="3">
          ·
        </Span>
        {formatCount(bid.estimatedDays, 'day')}
      </Text>
    </Flex>
  );
}

export function BidState({ bid }: { bid: Bid }) {
  return (
    <Flex align="center" columnGap="3" rowGap="1" wrap="wrap">
      <BidStatusBadge status={bid.status} />
      <RelativeTime time={getStatusTime(bid)} textStyle="meta" color="fg.subtle" />
    </Flex>
  );
}

export function BidReason({ bid }: { bid: Bid }) {
  if (!bid.reason) return null;
  return (
    <Box mt="3" ps="3" borderStartWidth="2px" borderColor="border.emphasized">
      <Text textStyle="meta" color="fg.subtle">
        Reason for the rejection
      </Text>
      <Text color="fg.muted" dir="auto" whiteSpace="pre-wrap" overflowWrap="anywhere">
        {bid.reason}
      </Text>
    </Box>
  );
}

/** Enough for four lines of the widest row. */
const PREVIEW_MAX = 500;

export const BidPreview = ({ bid }: { bid: Bid }) => (
  <Text color="fg.muted" lineClamp={4} mt="1" maxW="68ch" overflowWrap="anywhere" dir="auto">
    {getMessagePreview(bid.message, PREVIEW_MAX)}
  </Text>
);

export function BidMessage({ bid }: { bid: Bid }) {
  return (
    <Box mt="2" maxW="68ch">
      <Markdown text={bid.message} headingsFrom={3} compact />
      <Box mt="3" _empty={{ display: 'none' }}>
        <FileTiles files={bid.files} label="Files of the bid" />
      </Box>
    </Box>
  );
}
