import { useCallback, useEffect, useInsertionEffect, useRef } from 'react';
import type { RefObject } from 'react';

type Target = () => HTMLElement | null;

interface FocusReturn {
  target: Target;
  /** False once the overlay, not only its focus trap, has closed. */
  isOpen: boolean;
  /** Another overlay replaced this one, and will return the focus. */
  isReplaced: boolean;
}

let closing: FocusReturn | undefined;

function restoreFocus(content: RefObject<HTMLElement | null>, target: Target): void {
  const active = document.activeElement;
  if (active && active !== document.body && !content.current?.contains(active)) return;
  const to = target();
  if (to?.isConnected) to.focus({ preventScroll: true });
}

const getFocusedElement = () => (document.activeElement instanceof HTMLElement ? document.activeElement : null);

interface ReturnFocus {
  content: RefObject<HTMLDivElement | null>;
  getFinalFocusEl: Target;
}

/** Returns the focus also when an overlay closes within a frame of opening, before its own focus trap starts. */
export function useReturnFocus(open: boolean, target?: Target): ReturnFocus {
  const content = useRef<HTMLDivElement>(null);
  const targetRef = useRef(target);
  const previousFocus = useRef<HTMLElement>(null);
  const focusReturn = useRef<FocusReturn>(undefined);
  useEffect(() => {
    targetRef.current = target;
  });
  // Runs before the effect in which the overlay moves the focus.
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
  // Focusing the current element is a no-op; an element outside would close an open overlay.
  const getFinalFocusEl = useCallback(() => {
    const entry = focusReturn.current;
    if (!entry) return null;
    return entry.isOpen || entry.isReplaced ? getFocusedElement() : entry.target();
  }, []);
  return { content, getFinalFocusEl };
}
