import { TOAST } from '@solvent/contracts';
import { ToastContainer, cssTransition } from 'react-toastify/unstyled';
import type { ToastTransitionProps } from 'react-toastify/unstyled';
import './toaster.css';

const Slide = cssTransition({ enter: 'toast-enter', exit: 'toast-exit', collapseDuration: 150 });

/** On touch screens `:hover` stays after a tap. */
const isHovered = (toast: HTMLElement | null) => window.matchMedia('(hover: hover)').matches && toast?.matches(':hover') === true;

/** Pauses toasts that appear while the window has no focus or under the pointer; the library pauses only earlier ones. */
function SlideWhileFocused(props: ToastTransitionProps) {
  const play = () => {
    if (document.hasFocus() && !isHovered(props.nodeRef.current)) props.playToast();
  };
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
