import type { Module } from '@solvent/contracts';
import { Box, Flex, Stack, Text, VisuallyHidden } from '@solvent/ui';
import { countOf } from '../../../module/amounts.ts';
import { Stars, STARS } from '../../../module/stars.tsx';

type Rated = Pick<Module, 'rating' | 'ratingCount' | 'stars'>;

function Row({ star, count, total }: { star: number; count: number; total: number }) {
  return (
    <Flex as="li" align="center" gap="3" fontVariantNumeric="tabular-nums">
      <Text w="52px" color="fg.muted" flexShrink="0">
        {countOf(star, 'star')}
      </Text>
      <Box flex="1" h="2" rounded="full" bg="bg.emphasized" overflow="hidden" aria-hidden>
        <Box h="100%" bg="orange.500" style={{ width: `${(count / total) * 100}%` }} />
      </Box>
      <Text w="12" textAlign="end" color="fg.muted" flexShrink="0">
        {count.toLocaleString('en-US')}
        <VisuallyHidden> {count === 1 ? 'review' : 'reviews'}</VisuallyHidden>
      </Text>
    </Flex>
  );
}

/** The rating with one decimal, and how many gave which number of stars, the most first. */
export function StarDistribution({ rating, ratingCount, stars }: Rated) {
  return (
    <Flex columnGap="8" rowGap="4" direction={{ base: 'column', sm: 'row' }} align={{ sm: 'center' }}>
      <Stack gap="1" align={{ base: 'flex-start', sm: 'center' }} flexShrink="0" fontVariantNumeric="tabular-nums">
        <Text fontSize="36px" lineHeight="40px" fontWeight="700">
          {rating.toFixed(1)}
        </Text>
        <Stars rating={Math.round(rating)} />
        <Text color="fg.muted">{countOf(ratingCount, 'review')}</Text>
      </Stack>
      <Stack as="ul" aria-label="Stars" gap="1.5" flex="1" maxW="420px" w="100%" listStyleType="none">
        {STARS.toReversed().map((star) => (
          <Row key={star} star={star} count={stars[star - 1] ?? 0} total={Math.max(ratingCount, 1)} />
        ))}
      </Stack>
    </Flex>
  );
}
