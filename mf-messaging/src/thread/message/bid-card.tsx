import type { BidStatus, PersonSummary } from '@solvent/contracts';
import { Day, formatCount, formatMoney, toCents } from '@solvent/kit';
import { Badge, Box, Flex, Heading, Text } from '@solvent/ui';
import { Markdown } from '@solvent/ui/markdown';
import type { BidRow } from '../rows.ts';
import { FoldedText } from './folded-text.tsx';

const STATUSES = {
  pending: { label: 'Pending', variant: 'outline', colorPalette: 'gray' },
  accepted: { label: 'Accepted', variant: 'solid', colorPalette: 'green' },
  rejected: { label: 'Rejected', variant: 'subtle', colorPalette: 'gray' },
  withdrawn: { label: 'Withdrawn', variant: 'subtle', colorPalette: 'gray' },
} as const satisfies Record<BidStatus, object>;

interface BidCardProps {
  row: BidRow;
  self: PersonSummary;
  other: PersonSummary;
}

/** The bid that the conversation is about, above its messages (product 2.60). */
export function Component({ row: { bid }, self, other }: BidCardProps) {
  const { label, ...style } = STATUSES[bid.status];
  const title = bid.solverId === self._id ? 'Your bid' : `Bid by ${other.name}`;
  return (
    <Box as="section" aria-label={title} maxW="640px" mx="auto" my="3" p="4" bg="bg.panel" borderWidth="1px" rounded="l3">
      <Flex gap="2" justify="space-between" align="flex-start">
        <Heading as="h3" textStyle="meta" fontWeight="600" color="fg.muted" overflowWrap="anywhere">
          {title} · <Day time={bid.createdAt} />
        </Heading>
        <Badge {...style}>{label}</Badge>
      </Flex>
      <Text mt="1" mb="2" textStyle="cardTitle" fontVariantNumeric="tabular-nums">
        {formatMoney(toCents(bid.amount))} · {formatCount(bid.estimatedDays, 'day')}
      </Text>
      <FoldedText text={bid.message}>
        <Markdown compact text={bid.message} headingsFrom={4} />
      </FoldedText>
    </Box>
  );
}
