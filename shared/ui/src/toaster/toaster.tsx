import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { areToastsWanted, loadToasts, onToastsWanted } from './load-toasts.ts';

const ToastArea = lazy(() => loadToasts().then((library) => ({ default: library.ToastArea })));

/** Milliseconds after which the code is fetched even if nobody has asked: a message must not wait for a slow network. */
const PRELOAD = 1500;

/** Where the toasts show. The shell renders it once; its code comes when it is needed, or soon after the start. */
export function Toaster({ theme }: { theme: 'light' | 'dark' }) {
  const wanted = useSyncExternalStore(onToastsWanted, areToastsWanted);
  useEffect(() => {
    const timer = setTimeout(() => void loadToasts().catch(() => undefined), PRELOAD);
    return () => clearTimeout(timer);
  }, []);
  return wanted ? (
    <Suspense>
      <ToastArea theme={theme} />
    </Suspense>
  ) : null;
}
