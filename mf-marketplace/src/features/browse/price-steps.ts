import { BROWSE } from '@solvent/contracts';
import type { PriceRange } from './filters.ts';

/** A thumb of the slider: 0 is the lowest price, 1 the highest. */
export type Thumb = 0 | 1;

const PAGE = 100 * BROWSE.priceStep;

const snap = (value: number) => Math.round(value / BROWSE.priceStep) * BROWSE.priceStep;

/** The range with one thumb moved; the thumbs stop at each other and at the ends. */
export function moveThumb([lowest, highest]: PriceRange, thumb: Thumb, to: number): PriceRange {
  if (thumb === 0) return [Math.min(Math.max(snap(to), BROWSE.priceMin), highest), highest];
  return [lowest, Math.max(Math.min(snap(to), BROWSE.priceMax), lowest)];
}

/** Where a key moves a thumb (WAI-ARIA, "Slider"), or undefined for a key that does not. */
export function valueAfterKey(key: string, value: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return value + BROWSE.priceStep;
    case 'ArrowLeft':
    case 'ArrowDown':
      return value - BROWSE.priceStep;
    case 'PageUp':
      return value + PAGE;
    case 'PageDown':
      return value - PAGE;
    case 'Home':
      return BROWSE.priceMin;
    case 'End':
      return BROWSE.priceMax;
    default:
      return undefined;
  }
}

/** The thumb nearest to `value`; of two on one spot, the one on its side. */
export function nearestThumb([lowest, highest]: PriceRange, value: number): Thumb {
  if (lowest === highest) return value < lowest ? 0 : 1;
  return Math.abs(value - lowest) < Math.abs(value - highest) ? 0 : 1;
}
