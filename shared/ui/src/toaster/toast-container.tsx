import { TOAST } from '@solvent/contracts';
import { ToastContainer, cssTransition } from 'react-toastify/unstyled';
import type { ToastTransitionProps } from 'react-toastify/unstyled';
import './toaster.css';

const Slide = cssTransition({ enter: 'toast-enter', exit: 'toast-exit', collapseDuration: 150 });

/** A finger's last touch counts as pointing at what is there: only a mouse goes away again. */
const isHovered = (toast: HTMLElement | null) => window.matchMedia('(hover: hover)').matches && toast?.matches(':hover') === true;

/**
 * What comes while the window is not looked at waits for its focus, and what comes under the pointer until that has gone: the library
 * stops only what stood there before.
 */
function SlideWhileFocused(props: ToastTransitionProps) {
  const play = () => {
    if (document.hasFocus() && !isHovered(props.nodeRef.current)) props.playToast();
  };
  return <Slide {...props} playToast={play} />;
}

/** Alt+T goes to the newest toast. By the library it would also stop them all, for good: the style sheet does, while one has the focus. */
function focusNewest({ altKey, ctrlKey, code }: KeyboardEvent): boolean {
  if (altKey && !ctrlKey && code === 'KeyT') document.querySelector<HTMLElement>('.Toastify__toast')?.focus();
  return false;
}

/** Where the toasts show (product 8.8): bottom right, 4 s, at most 3, 356 px wide, 14 px apart, swiped away after 20 px. */
export function ToastArea({ theme }: { theme: 'light' | 'dark' }) {
  return (
    <ToastContainer
      position="bottom-right"
      autoClose={TOAST.duration}
      limit={TOAST.limit}
      style={{ width: TOAST.width }}
      // No gap between flex items: the room above a toast closes together with it.
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
