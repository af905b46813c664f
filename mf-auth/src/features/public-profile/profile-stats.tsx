import type { ProfileStats as Stats } from '@solvent/contracts';
import { Box, chakra, Flex, SimpleGrid, Text } from '@solvent/ui';
import type { ReactNode } from 'react';
import { Stars } from './stars.tsx';

const whole = (count: number) => count.toLocaleString('en-US');

function Figure({ term, children }: { term: string; children: ReactNode }) {
  return (
    <Flex direction="column-reverse" justify="flex-end" bg="bg.panel" p="4" minW="0">
      <chakra.dt color="fg.muted" textStyle="meta">
        {term}
      </chakra.dt>
      <chakra.dd textStyle="sectionTitle" fontVariantNumeric="tabular-nums">
        {children}
      </chakra.dd>
    </Flex>
  );
}

function Rating({ rating, ratingCount }: Pick<Stats, 'rating' | 'ratingCount'>) {
  if (rating === null) return <Figure term="No ratings yet">–</Figure>;
  return (
    <Figure term={`${whole(ratingCount)} ${ratingCount === 1 ? 'rating' : 'ratings'}`}>
      <Flex as="span" align="center" columnGap="2" wrap="wrap">
        <Text as="span" aria-hidden>
          {rating.toFixed(1)}
        </Text>
        <Stars rating={rating} />
      </Flex>
    </Figure>
  );
}

/** What the person has done here, in figures. */
export function ProfileStats({ stats }: { stats: Stats }) {
  return (
    <Box as="section" aria-label="Figures" bg="border" borderWidth="1px" rounded="l3" overflow="hidden" mb="4">
      <SimpleGrid as="dl" columns={{ base: 2, md: 4 }} gap="1px">
        <Figure term="Problems posted">{whole(stats.problemsPosted)}</Figure>
        <Figure term="Problems solved">{whole(stats.problemsSolved)}</Figure>
        <Figure term="Bids accepted">{whole(stats.bidsAccepted)}</Figure>
        <Rating rating={stats.rating} ratingCount={stats.ratingCount} />
      </SimpleGrid>
    </Box>
  );
}
