import { HStack, VisuallyHidden } from '@solvent/ui';
import { Star } from 'lucide-react';

/** What can be given. */
const STARS = [1, 2, 3, 4, 5] as const;

/** So many of five stars. */
export function Stars({ rating }: { rating: number }) {
  return (
    <HStack as="span" gap="0.5" color="orange.500" display="inline-flex">
      <VisuallyHidden>Rated {rating} out of 5</VisuallyHidden>
      {STARS.map((star) => (
        <Star key={star} size={14} aria-hidden fill={star <= rating ? 'currentColor' : 'none'} />
      ))}
    </HStack>
  );
}
