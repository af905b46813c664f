import { useCallback, useEffect, useInsertionEffect, useRef } from 'react';
import type { RefObject } from 'react';

type Target = () => HTMLElement | null;

/** What an overlay gives the focus back to when it closes. */
interface FocusReturn {
  target: Target;
  /** The trap has ended, but not the overlay: a side panel that changes its kind with the width of the window. */
  isOpen: boolean;
  /** Another overlay has opened in its place: the focus stays in that one, which gives it back later. */
  isReplaced: boolean;
}

/** Of the overlay that closes now. */
let closing: FocusReturn | undefined;

/** Where the focus is nowhere, or in what is going away, it goes to the target. */
function restoreFocus(content: RefObject<HTMLElement | null>, target: Target): void {
  const active = document.activeElement;
  if (active && active !== document.body && !content.current?.contains(active)) return;
  const to = target();
  if (to?.isConnected) to.focus({ preventScroll: true });
}

const getFocusedElement = () => (document.activeElement instanceof HTMLElement ? document.activeElement : null);

interface ReturnFocus {
  /** The ref of the overlay's content. */
  content: RefObject<HTMLDivElement | null>;
  /** The `finalFocusEl` of the overlay. */
  getFinalFocusEl: Target;
}

/**
 * Gives the focus back when an overlay closes. The overlay's own trap does it too, but takes hold a frame after the
 * opening: closed within that frame, it would leave the focus nowhere.
 *
 * @param open whether the overlay is open
 * @param target what takes the focus; left out: what had it before
 */
export function useReturnFocus(open: boolean, target?: Target): ReturnFocus {
  const content = useRef<HTMLDivElement>(null);
  const targetRef = useRef(target);
  const previousFocus = useRef<HTMLElement>(null);
  const focusReturn = useRef<FocusReturn>(undefined);
  useEffect(() => {
    targetRef.current = target;
  });
  // The overlay takes the focus in effects of its own, which run before the other one here.
  useInsertionEffect(() => {
    if (open) previousFocus.current = getFocusedElement();
  }, [open]);
  useEffect(() => {
    if (!open) return;
    const opener = closing?.target ?? (() => previousFocus.current);
    if (closing) closing.isReplaced = true;
    closing = undefined;
    const entry = { target: () => (targetRef.current ?? opener)(), isOpen: true, isReplaced: false };
    focusReturn.current = entry;
    return () => {
      entry.isOpen = false;
      closing = entry;
      setTimeout(() => {
        if (closing === entry) closing = undefined;
        if (!entry.isReplaced) restoreFocus(content, entry.target);
      });
    };
  }, [open]);
  // To focus what has the focus changes nothing: outside an open overlay it would close it.
  const getFinalFocusEl = useCallback(() => {
    const entry = focusReturn.current;
    if (!entry) return null;
    return entry.isOpen || entry.isReplaced ? getFocusedElement() : entry.target();
  }, []);
  return { content, getFinalFocusEl };
}
