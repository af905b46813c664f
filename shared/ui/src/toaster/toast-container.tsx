import { TOAST } from '@solvent/contracts';
import { ToastContainer, cssTransition } from 'react-toastify/unstyled';
import './toaster.css';

const slide = cssTransition({ enter: 'toast-enter', exit: 'toast-exit', collapseDuration: 150 });

/** Where the toasts show (spec 8): bottom right, 4 s, at most 3, 356 px wide, 14 px apart, swiped away after 20 px. */
export function ToastArea({ theme }: { theme: 'light' | 'dark' }) {
  return (
    <ToastContainer
      position="bottom-right"
      autoClose={TOAST.duration}
      limit={TOAST.limit}
      style={{ width: TOAST.width, gap: TOAST.gap }}
      hideProgressBar
      newestOnTop
      theme={theme}
      transition={slide}
      draggable
      draggablePercent={(TOAST.swipeThreshold / TOAST.width) * 100}
      aria-label="Toasts"
    />
  );
}
