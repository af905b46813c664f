import type { ModuleListItem } from '@solvent/contracts';
import { Box, chakra, HStack, VisuallyHidden } from '@solvent/ui';
import { Star } from 'lucide-react';

/** What those who have a module give it, with one decimal, and how many they are. */
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
        ({ratingCount.toLocaleString('en-US')}
        <VisuallyHidden> {ratingCount === 1 ? 'rating' : 'ratings'}</VisuallyHidden>)
      </span>
    </HStack>
  );
}
