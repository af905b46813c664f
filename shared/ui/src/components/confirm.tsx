import { useLocation } from '@solvent/router';
import { useEffect, useSyncExternalStore } from 'react';
import type { ConfirmOptions } from '../overlays/confirm-dialog.tsx';
import { lazyComponent, reportLoadFailure } from './lazy-component.tsx';

interface Pending {
  id: number;
  options: ConfirmOptions;
  settle: (confirmed: boolean) => void;
  /** Closes the dialog unanswered. An action that is running decides the answer. */
  dismiss: () => void;
}

const ConfirmDialog = lazyComponent(() => import(/* webpackChunkName: "confirm-dialog" */ '../overlays/confirm-dialog.tsx'));

let pending: Pending | undefined;
let count = 0;
const listeners = new Set<() => void>();

function setPending(next: Pending | undefined): void {
  pending = next;
  listeners.forEach((listener) => listener());
}

/**
 * Asks once before something is done: `if (await confirm({ … })) …`
 *
 * @returns whether it was confirmed; also false when the page was left before, or the dialog's code did not load, which is told.
 * An action that is running when the page is left decides: true once it succeeds, false once it fails
 */
export function confirm({ run, ...options }: ConfirmOptions): Promise<boolean> {
  pending?.dismiss();
  return new Promise((resolve) => {
    let isRunning = false;
    const settle = (confirmed: boolean) => {
      if (pending === dialog) setPending(undefined);
      resolve(confirmed);
    };
    const runAction = async (action: () => Promise<unknown>) => {
      isRunning = true;
      try {
        await action();
      } catch (error) {
        isRunning = false;
        if (pending !== dialog) resolve(false);
        throw error;
      }
    };
    const dialog: Pending = {
      id: (count += 1),
      options: { ...options, run: run && (() => runAction(run)) },
      settle,
      dismiss: () => (isRunning ? setPending(undefined) : settle(false)),
    };
    setPending(dialog);
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
  useEffect(() => () => pending?.dismiss(), [key]);
  if (!shown) return null;
  const fail = () => {
    shown.settle(false);
    reportLoadFailure('The dialog');
  };
  // Each has a state of its own: one that replaces another is not busy with its action.
  return <ConfirmDialog key={shown.id} {...shown.options} onSettle={shown.settle} onLoadError={fail} />;
}
