import { createElement, useEffect } from 'react';
import { createPortal } from 'react-dom';
import { loadToasts, useToastLibrary } from './load-toasts.ts';

/** Loads the library even without a toast, so that a later one does not wait for a slow network. */
const PRELOAD_DELAY_MS = 1500;

export function Toaster({ theme }: { theme: 'light' | 'dark' }) {
  const ToastArea = useToastLibrary()?.ToastArea;
  useEffect(() => {
    const timer = setTimeout(() => void loadToasts().catch(() => undefined), PRELOAD_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  // Outside the application, which an open dialog hides from assistive technology. `createElement` avoids a lint error.
  return ToastArea ? createPortal(createElement(ToastArea, { theme }), document.body) : null;
}
