import { TOAST } from '@solvent/contracts';
import { useEffect, useRef } from 'react';
import { ToastContainer, cssTransition, toast } from 'react-toastify/unstyled';
import type { ToastTransitionProps } from 'react-toastify/unstyled';
import './toaster.css';

const Slide = cssTransition({ enter: 'toast-enter', exit: 'toast-exit', collapseDuration: 150 });

/**
 * Pauses a toast while the mouse points at it, if the mouse moved there: one that appears under a resting pointer expires. A toast
 * that appears while the window has no focus waits for the focus; the library pauses only earlier ones.
 */
function SlideWhileFocused(props: ToastTransitionProps) {
  const { nodeRef } = props;
  const isPointedAt = useRef(false);
  const play = () => {
    if (document.hasFocus() && !isPointedAt.current) props.playToast();
  };
  useEffect(() => {
    const element = nodeRef.current;
    if (!element) return;
    const listening = new AbortController();
    const setPointedAt = (pointedAt: boolean) => {
      isPointedAt.current = pointedAt;
      if (pointedAt) toast.pause({ id: element.id });
      else if (document.hasFocus()) toast.play({ id: element.id });
    };
    const handleMove = ({ pointerType, movementX, movementY }: PointerEvent) => {
      // Browsers also report a resting pointer, when the page moves below it.
      if (pointerType === 'mouse' && (movementX !== 0 || movementY !== 0)) setPointedAt(true);
    };
    element.addEventListener('pointermove', handleMove, { signal: listening.signal });
    element.addEventListener('pointerleave', () => setPointedAt(false), { signal: listening.signal });
    return () => listening.abort();
  }, [nodeRef]);
  return <Slide {...props} playToast={play} />;
}

/** Alt+T focuses the newest toast. The library's handler would also pause all toasts permanently. */
function focusNewest({ altKey, ctrlKey, code }: KeyboardEvent): boolean {
  if (altKey && !ctrlKey && code === 'KeyT') document.querySelector<HTMLElement>('.Toastify__toast')?.focus();
  return false;
}

/** Toasts (product 8.8): bottom right, 4 s, at most 3, 356 px wide, 14 px apart, swiped away after 20 px. */
export function ToastArea({ theme }: { theme: 'light' | 'dark' }) {
  return (
    <ToastContainer
      position="bottom-right"
      autoClose={TOAST.duration}
      limit={TOAST.limit}
      style={{ width: TOAST.width }}
      // A margin instead of a flex gap, because it collapses with its toast.
      toastStyle={{ marginTop: TOAST.gap }}
      hideProgressBar
      pauseOnHover={false}
      newestOnTop
      theme={theme}
      transition={SlideWhileFocused}
      draggable
      draggablePercent={(TOAST.swipeThreshold / TOAST.width) * 100}
      hotKeys={focusNewest}
      aria-label="Toasts Alt+T"
    />
  );
}
