import { HStack, VisuallyHidden } from '@solvent/ui';
import { Star } from 'lucide-react';

const ALL = [1, 2, 3, 4, 5] as const;

/** So many of five stars, to the nearest whole one. */
export function Stars({ rating }: { rating: number }) {
  return (
    <HStack as="span" gap="0.5" color="orange.500" display="inline-flex">
      <VisuallyHidden>Rated {rating.toLocaleString('en', { maximumFractionDigits: 1 })} out of 5</VisuallyHidden>
      {ALL.map((star) => (
        <Star key={star} size={14} aria-hidden fill={star <= Math.round(rating) ? 'currentColor' : 'none'} />
      ))}
    </HStack>
  );
}
