import { formatNumber } from '@solvent/contracts';
import type { ModuleListItem } from '@solvent/contracts';
import { formatMoney } from '@solvent/kit';
import { Badge, Box, chakra, HStack, Text, VisuallyHidden } from '@solvent/ui';
import { Star } from 'lucide-react';

export function ModulePrice({ cents }: { cents: number }) {
  if (cents === 0) {
    return (
      <Badge colorPalette="green" variant="subtle" size="md">
        Free
      </Badge>
    );
  }
  return (
    <Text as="span" fontWeight="600" fontSize="16px" fontVariantNumeric="tabular-nums">
      {formatMoney(cents)}
    </Text>
  );
}

export function Rating({ rating, ratingCount }: Pick<ModuleListItem, 'rating' | 'ratingCount'>) {
  if (ratingCount === 0) return <span>No ratings yet</span>;
  return (
    <HStack as="span" gap="1">
      <Box as="span" color="orange.500" aria-hidden>
        <Star size={14} fill="currentColor" />
      </Box>
      <VisuallyHidden>Rated </VisuallyHidden>
      <chakra.span fontWeight="600" color="fg">
        {rating.toFixed(1)}
      </chakra.span>
      <VisuallyHidden> out of 5, </VisuallyHidden>
      <span>
        ({formatNumber(ratingCount)}
        <VisuallyHidden> {ratingCount === 1 ? 'rating' : 'ratings'}</VisuallyHidden>)
      </span>
    </HStack>
  );
}
