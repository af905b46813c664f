import { Box, Flex, HStack, Text } from '@solvent/ui';
import { Eye, Gavel } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { dollars } from '../../problem/money.ts';
import type { DetailedProblem } from './problem-detail.ts';

const counted = (count: number, one: string, many: string) => `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;

function Count({ icon: Icon, children }: { icon: LucideIcon; children: string }) {
  return (
    <HStack gap="2" color="fg.muted">
      <Icon size={16} aria-hidden />
      <Text whiteSpace="nowrap">{children}</Text>
    </HStack>
  );
}

/** What it pays, and how many want it. */
export function ProblemFacts({ problem }: { problem: DetailedProblem }) {
  const { budget, bidCount, viewCount } = problem;
  return (
    <Flex wrap="wrap" justify="space-between" align="end" columnGap="6" rowGap="3" fontVariantNumeric="tabular-nums">
      <Box>
        <Text color="fg.muted">Budget</Text>
        <Text textStyle="pageTitle">{dollars(budget)}</Text>
      </Box>
      <Flex gap="4" minH="32px" align="center">
        <Count icon={Gavel}>{counted(bidCount, 'Bid', 'Bids')}</Count>
        <Count icon={Eye}>{counted(viewCount, 'view', 'views')}</Count>
      </Flex>
    </Flex>
  );
}
