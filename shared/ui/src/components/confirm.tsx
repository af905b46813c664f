import { useLocation } from '@solvent/router';
import { useEffect, useSyncExternalStore } from 'react';
import type { ConfirmOptions } from '../overlays/confirm-dialog.tsx';
import { lazyComponent, tellNotLoaded } from './lazy-component.tsx';

interface Pending {
  options: ConfirmOptions;
  settle: (confirmed: boolean) => void;
}

const ConfirmDialog = lazyComponent(() => import(/* webpackChunkName: "confirm-dialog" */ '../overlays/confirm-dialog.tsx'));

let pending: Pending | undefined;
const listeners = new Set<() => void>();

function show(next: Pending | undefined): void {
  pending = next;
  listeners.forEach((listener) => listener());
}

/**
 * Asks once before something is done: `if (await confirm({ … })) …`
 *
 * @returns whether it was confirmed; false too when the page was left, or the dialog's code did not load, which is told
 */
export function confirm(options: ConfirmOptions): Promise<boolean> {
  pending?.settle(false);
  return new Promise((resolve) => {
    const settle = (confirmed: boolean) => {
      if (pending?.settle === settle) show(undefined);
      resolve(confirmed);
    };
    show({ options, settle });
  });
}

/** Loads the dialog's code before it is asked for. */
export const preloadConfirm = (): void => void ConfirmDialog.preload();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Where {@link confirm} shows its dialog. The shell renders it once. */
export function ConfirmHost() {
  const shown = useSyncExternalStore(
    subscribe,
    () => pending,
    () => undefined,
  );
  const { key } = useLocation();
  // Whoever leaves the page has answered.
  useEffect(() => () => pending?.settle(false), [key]);
  if (!shown) return null;
  const fail = () => {
    shown.settle(false);
    tellNotLoaded('The dialog');
  };
  return <ConfirmDialog {...shown.options} onSettle={shown.settle} onLoadError={fail} />;
}
