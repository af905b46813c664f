import { useEffect, useRef, useState } from 'react';
import type { FocusEvent, MouseEvent, PointerEvent } from 'react';

/** The pointer may cross a gap between a message and its actions. */
const LEAVE_DELAY_MS = 100;
const LONG_PRESS_MS = 500;
const MAX_TAP_MOVE_PX = 10;

const isInteractive = (target: EventTarget) =>
  target instanceof Element && target.closest('a, button, input, [role=toolbar]') !== null;

const isSelecting = () => window.getSelection()?.isCollapsed === false;

/** Tracks hover and focus of a message, and taps and long presses on its non-interactive parts. */
export function useMessagePointer(onTouch: () => void) {
  const [isHovered, setIsHovered] = useState(false);
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
        setIsHovered(pointerType === 'mouse');
      },
      onPointerLeave: () => {
        clearTimeout(leaving.current);
        leaving.current = setTimeout(() => setIsHovered(false), LEAVE_DELAY_MS);
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
        // Keeps the browser's menu from covering the sheet.
        if (touch.current) event.preventDefault();
      },
    },
  };
}
