import { BROWSE } from '@solvent/contracts';
import { useRef, useState } from 'react';
import type { KeyboardEvent, PointerEvent } from 'react';
import type { PriceRange } from './filters.ts';
import { isSamePrice } from './filters.ts';
import { moveThumb, nearestThumb, valueAfterKey } from './price-steps.ts';
import type { Thumb } from './price-steps.ts';

function priceAt(event: PointerEvent<HTMLElement>): number {
  const { left, width } = event.currentTarget.getBoundingClientRect();
  return ((event.clientX - left) / (width || 1)) * BROWSE.priceMax;
}

/**
 * What the thumbs show, and when it counts: the committed range follows the slider except while dragging (spec 4).
 * A held key is a drag of the keyboard: its first step counts at once, the rest when it is let go.
 */
export function usePriceRange(price: PriceRange, onCommit: (price: PriceRange) => void) {
  const [held, setHeld] = useState<PriceRange>();
  const dragged = useRef<Thumb | 'either'>(undefined);
  const shown = held ?? price;

  function drag(to: number): void {
    // Of two thumbs on one spot, the way the pointer goes says which one is meant.
    if (dragged.current === 'either' && to !== shown[0]) dragged.current = to < shown[0] ? 0 : 1;
    if (dragged.current === 0 || dragged.current === 1) setHeld(moveThumb(shown, dragged.current, to));
  }

  function letGo(): void {
    dragged.current = undefined;
    setHeld(undefined);
    if (held && !isSamePrice(held, price)) onCommit(held);
  }

  function onKeyDown(thumb: Thumb, event: KeyboardEvent): void {
    const to = valueAfterKey(event.key, shown[thumb]);
    if (to === undefined) return;
    event.preventDefault();
    const next = moveThumb(shown, thumb, to);
    if (event.repeat) setHeld(next);
    else if (!isSamePrice(next, price)) onCommit(next);
  }

  const track = {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return;
      const to = priceAt(event);
      const thumb = nearestThumb(shown, to);
      dragged.current = shown[0] === shown[1] ? 'either' : thumb;
      event.currentTarget.setPointerCapture(event.pointerId);
      event.currentTarget.querySelectorAll<HTMLElement>('[role="slider"]')[thumb]?.focus();
      // The browser would move the focus to what was pressed.
      event.preventDefault();
      drag(to);
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      drag(priceAt(event));
    },
    onPointerUp: letGo,
    onPointerCancel() {
      dragged.current = undefined;
      setHeld(undefined);
    },
  };
  return { shown, track, onKeyDown, letGo };
}
