import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

type Target = () => HTMLElement | null;

/** Where the focus is nowhere, or in what is going away, it goes to the target. */
function giveBack(content: RefObject<HTMLElement | null>, target: Target): void {
  const active = document.activeElement;
  if (active && active !== document.body && !content.current?.contains(active)) return;
  const to = target();
  if (to?.isConnected) to.focus({ preventScroll: true });
}

/**
 * Gives the focus back when an overlay closes. The overlay's own trap does it too, but takes hold a frame after the
 * opening: closed within that frame, it would leave the focus nowhere.
 *
 * @param open whether the overlay is open
 * @param target what takes the focus; left out: what had it before
 * @returns the ref of the overlay's content
 */
export function useReturnedFocus(open: boolean, target?: Target): RefObject<HTMLDivElement | null> {
  const content = useRef<HTMLDivElement>(null);
  const wanted = useRef(target);
  useEffect(() => {
    wanted.current = target;
  });
  useEffect(() => {
    if (!open) return;
    const before = document.activeElement;
    const opener = () => (before instanceof HTMLElement ? before : null);
    return () => {
      setTimeout(() => giveBack(content, wanted.current ?? opener));
    };
  }, [open]);
  return content;
}
