import { useEffect, useRef, useState } from 'react';
import type { FocusEvent, MouseEvent, PointerEvent } from 'react';

/** Who leaves for so short a time (ms) is still there: on the way from a message to what stands above it. */
const LEAVE_DELAY_MS = 100;
/** A finger that stays this long (ms) asks what can be done. */
const LONG_PRESS_MS = 500;
/** A finger that moves further (px) scrolls. */
const MAX_TAP_MOVE_PX = 10;

/** What does something of its own when it is pressed. */
const isInteractive = (target: EventTarget) => target instanceof Element && target.closest('a, button, input, [role=toolbar]') !== null;

const isSelecting = () => window.getSelection()?.isCollapsed === false;

/**
 * Whether an element is hovered or contains the focus. A finger's tap or long press on what does nothing else
 * calls `onFinger`.
 */
export function useMessagePointer(onTouch: () => void) {
  const [isHovered, setPointed] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const touch = useRef<{ x: number; y: number; timer: ReturnType<typeof setTimeout>; isLong: boolean }>(undefined);
  const end = () => {
    clearTimeout(touch.current?.timer);
    touch.current = undefined;
  };
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(
    () => () => {
      end();
      clearTimeout(leaving.current);
    },
    [],
  );

  return {
    isHoveredOrFocused: isHovered || hasFocus,
    listeners: {
      onPointerEnter: ({ pointerType }: PointerEvent) => {
        clearTimeout(leaving.current);
        setPointed(pointerType === 'mouse');
      },
      onPointerLeave: () => {
        clearTimeout(leaving.current);
        leaving.current = setTimeout(() => setPointed(false), LEAVE_DELAY_MS);
      },
      onFocus: () => setFocus(true),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => setFocus(currentTarget.contains(relatedTarget)),
      onPointerDown: ({ pointerType, target, clientX: x, clientY: y }: PointerEvent) => {
        if (pointerType !== 'touch' || isInteractive(target)) return;
        const timer = setTimeout(() => {
          if (!touch.current) return;
          touch.current.isLong = true;
          onTouch();
        }, LONG_PRESS_MS);
        touch.current = { x, y, timer, isLong: false };
      },
      onPointerMove: ({ clientX, clientY }: PointerEvent) => {
        const from = touch.current;
        if (from && Math.hypot(clientX - from.x, clientY - from.y) > MAX_TAP_MOVE_PX) end();
      },
      onPointerCancel: end,
      onPointerUp: () => clearTimeout(touch.current?.timer),
      onClick: ({ target }: MouseEvent) => {
        const tap = touch.current;
        end();
        if (tap && !tap.isLong && !isInteractive(target) && !isSelecting()) onTouch();
      },
      onContextMenu: (event: MouseEvent) => {
        // The browser's own menu would lie over what the long press opens.
        if (touch.current) event.preventDefault();
      },
    },
  };
}
