import { formatNumber } from '@solvent/contracts';
import type { PersonRating as Rating } from '@solvent/contracts';
import { Flex, VisuallyHidden } from '@solvent/ui';
import { Star } from 'lucide-react';

export function PersonRating({ rating, ratingCount }: Rating) {
  if (rating === null) return null;
  return (
    <Flex as="span" align="center" gap="1" textStyle="meta" color="fg.muted" fontVariantNumeric="tabular-nums">
      <Star size={12} aria-hidden fill="currentColor" />
      <VisuallyHidden>Rated</VisuallyHidden>
      {rating.toFixed(1)} ({formatNumber(ratingCount)})
    </Flex>
  );
}
