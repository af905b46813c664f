import { createElement, useEffect, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { getToastLibrary, loadToasts, getServerToastLibrary, onToastsLoaded } from './load-toasts.ts';

/** Milliseconds after which the code is fetched even if nobody has asked: a message must not wait for a slow network. */
const PRELOAD_DELAY_MS = 1500;

/**
 * Where the toasts show. The shell renders it once; its code comes when it is needed, or soon after the start. When it
 * does not come the page goes on without: what is said waits for the next try.
 */
export function Toaster({ theme }: { theme: 'light' | 'dark' }) {
  const ToastArea = useSyncExternalStore(onToastsLoaded, getToastLibrary, getServerToastLibrary)?.ToastArea;
  useEffect(() => {
    const timer = setTimeout(() => void loadToasts().catch(() => undefined), PRELOAD_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  // Beside the application: an open dialog hides all of that from assistive technology, but no live region of its own.
  // By createElement: to the linter a component that comes from a hook looks like one made here.
  return ToastArea ? createPortal(createElement(ToastArea, { theme }), document.body) : null;
}
