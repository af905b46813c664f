import { useCallback, useEffect, useInsertionEffect, useRef } from 'react';
import type { RefObject } from 'react';

type Target = () => HTMLElement | null;

/** What an overlay gives the focus back to when it closes. */
interface Return {
  target: Target;
  /** The trap has ended, but not the overlay: a side panel that changes its kind with the width of the window. */
  isOpen: boolean;
  /** Another overlay has opened in its place: the focus stays in that one, which gives it back later. */
  isHandedOver: boolean;
}

/** Of the overlay that closes now. */
let closing: Return | undefined;

/** Where the focus is nowhere, or in what is going away, it goes to the target. */
function giveBack(content: RefObject<HTMLElement | null>, target: Target): void {
  const active = document.activeElement;
  if (active && active !== document.body && !content.current?.contains(active)) return;
  const to = target();
  if (to?.isConnected) to.focus({ preventScroll: true });
}

const focused = () => (document.activeElement instanceof HTMLElement ? document.activeElement : null);

interface ReturnedFocus {
  /** The ref of the overlay's content. */
  content: RefObject<HTMLDivElement | null>;
  /** The `finalFocusEl` of the overlay. */
  takeFocus: Target;
}

/**
 * Gives the focus back when an overlay closes. The overlay's own trap does it too, but takes hold a frame after the
 * opening: closed within that frame, it would leave the focus nowhere.
 *
 * @param open whether the overlay is open
 * @param target what takes the focus; left out: what had it before
 */
export function useReturnedFocus(open: boolean, target?: Target): ReturnedFocus {
  const content = useRef<HTMLDivElement>(null);
  const wanted = useRef(target);
  const before = useRef<HTMLElement>(null);
  const own = useRef<Return>(undefined);
  useEffect(() => {
    wanted.current = target;
  });
  // The overlay takes the focus in effects of its own, which run before the other one here.
  useInsertionEffect(() => {
    if (open) before.current = focused();
  }, [open]);
  useEffect(() => {
    if (!open) return;
    const opener = closing?.target ?? (() => before.current);
    if (closing) closing.isHandedOver = true;
    closing = undefined;
    const mine = { target: () => (wanted.current ?? opener)(), isOpen: true, isHandedOver: false };
    own.current = mine;
    return () => {
      mine.isOpen = false;
      closing = mine;
      setTimeout(() => {
        if (closing === mine) closing = undefined;
        if (!mine.isHandedOver) giveBack(content, mine.target);
      });
    };
  }, [open]);
  // To focus what has the focus changes nothing: outside an open overlay it would close it.
  const takeFocus = useCallback(() => {
    const mine = own.current;
    if (!mine) return null;
    return mine.isOpen || mine.isHandedOver ? focused() : mine.target();
  }, []);
  return { content, takeFocus };
}
