import { BROWSE } from '@solvent/contracts';
import { useRef, useState } from 'react';
import type { KeyboardEvent, PointerEvent } from 'react';
import { isSamePrice } from './filters.ts';
import type { PriceRange } from './filters.ts';

export type Thumb = 0 | 1;

const PAGE_STEP = 100 * BROWSE.priceStep;

const snap = (value: number) => Math.round(value / BROWSE.priceStep) * BROWSE.priceStep;

function moveThumb([lowest, highest]: PriceRange, thumb: Thumb, to: number): PriceRange {
  if (thumb === 0) return [Math.min(Math.max(snap(to), BROWSE.priceMin), highest), highest];
  return [lowest, Math.max(Math.min(snap(to), BROWSE.priceMax), lowest)];
}

const KEY_STEPS: Partial<Record<string, (value: number) => number>> = {
  ArrowRight: (value) => value + BROWSE.priceStep,
  ArrowUp: (value) => value + BROWSE.priceStep,
  ArrowLeft: (value) => value - BROWSE.priceStep,
  ArrowDown: (value) => value - BROWSE.priceStep,
  PageUp: (value) => value + PAGE_STEP,
  PageDown: (value) => value - PAGE_STEP,
  Home: () => BROWSE.priceMin,
  End: () => BROWSE.priceMax,
};

/** Returns the thumb nearest to `value`. If both are at one position, the side decides. */
function findNearestThumb([lowest, highest]: PriceRange, value: number): Thumb {
  if (lowest === highest) return value < lowest ? 0 : 1;
  return Math.abs(value - lowest) < Math.abs(value - highest) ? 0 : 1;
}

function getPriceAt(event: PointerEvent<HTMLElement>): number {
  const { left, width } = event.currentTarget.getBoundingClientRect();
  return ((event.clientX - left) / (width || 1)) * BROWSE.priceMax;
}

/** Commits the range when a drag ends (product 4.16). A held key commits its first step at once and the rest on release. */
export function usePriceRange(price: PriceRange, onCommit: (price: PriceRange) => void) {
  const [draft, setDraft] = useState<PriceRange>();
  const activeThumb = useRef<Thumb | 'either'>(undefined);
  const shown = draft ?? price;

  function dragTo(to: number): void {
    // Both thumbs at one position: the direction decides which one moves.
    if (activeThumb.current === 'either' && to !== shown[0]) activeThumb.current = to < shown[0] ? 0 : 1;
    if (activeThumb.current === 0 || activeThumb.current === 1) setDraft(moveThumb(shown, activeThumb.current, to));
  }

  function release(): void {
    activeThumb.current = undefined;
    setDraft(undefined);
    if (draft && !isSamePrice(draft, price)) onCommit(draft);
  }

  function onKeyDown(thumb: Thumb, event: KeyboardEvent): void {
    const to = KEY_STEPS[event.key]?.(shown[thumb]);
    if (to === undefined) return;
    event.preventDefault();
    const next = moveThumb(shown, thumb, to);
    if (event.repeat) setDraft(next);
    else if (!isSamePrice(next, price)) onCommit(next);
  }

  const track = {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return;
      const to = getPriceAt(event);
      const thumb = findNearestThumb(shown, to);
      event.currentTarget.setPointerCapture(event.pointerId);
      // Before the drag starts: blur ends the drag of the other thumb.
      event.currentTarget.querySelectorAll<HTMLElement>('[role="slider"]')[thumb]?.focus();
      activeThumb.current = shown[0] === shown[1] ? 'either' : thumb;
      event.preventDefault();
      dragTo(to);
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      dragTo(getPriceAt(event));
    },
    onPointerUp: release,
    onPointerCancel() {
      activeThumb.current = undefined;
      setDraft(undefined);
    },
  };
  return { shown, isDragging: draft !== undefined, track, onKeyDown, release };
}
