import { useSyncExternalStore } from 'react';
import { ReferenceLine } from './reference-line.tsx';
import { getToastLibrary, getServerToastLibrary, onToastsLoaded } from './toaster/load-toasts.ts';

/** {@link ReferenceLine} with a button that loads with the toasts. */
export function Reference({ of: reference }: { of: string | undefined }) {
  const toasts = useSyncExternalStore(onToastsLoaded, getToastLibrary, getServerToastLibrary);
  return <ReferenceLine of={reference} button={toasts?.CopyReference} />;
}
