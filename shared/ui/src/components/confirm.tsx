import { useLocation, useNavigationType } from '@solvent/router';
import { createStore, useStore } from '@solvent/store';
import { useEffect } from 'react';
import type { ConfirmOptions } from '../overlays/confirm-dialog.tsx';
import { lazyComponent, reportLoadFailure } from './lazy-component.tsx';

interface Pending {
  id: number;
  options: ConfirmOptions;
  settle: (confirmed: boolean) => void;
  /** Closes the dialog without confirming; a running action still decides the result. */
  dismiss: () => void;
}

const ConfirmDialog = lazyComponent(() => import(/* webpackChunkName: "confirm-dialog" */ '../overlays/confirm-dialog.tsx'));

const pendingStore = createStore<Pending | undefined>(() => undefined);
const setPending = (next: Pending | undefined) => pendingStore.setState(next, true);
let count = 0;

/** Opens a dialog. @returns false after a navigation or a failed load, unless a running action succeeds */
export function confirm({ run, ...options }: ConfirmOptions): Promise<boolean> {
  pendingStore.getState()?.dismiss();
  return new Promise((resolve) => {
    let isRunning = false;
    const settle = (confirmed: boolean) => {
      if (pendingStore.getState() === dialog) setPending(undefined);
      resolve(confirmed);
    };
    const runAction = async (action: () => Promise<unknown>) => {
      isRunning = true;
      try {
        await action();
      } catch (error) {
        isRunning = false;
        if (pendingStore.getState() !== dialog) resolve(false);
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

export const preloadConfirm = (): void => void ConfirmDialog.preload();

const dismissPending = () => pendingStore.getState()?.dismiss();

export function ConfirmHost() {
  const shown = useStore(pendingStore);
  const { key, pathname } = useLocation();
  const type: string = useNavigationType();
  useEffect(() => dismissPending, [pathname]);
  // A tab that was selected before may replace the address while the dialog is open.
  useEffect(() => {
    if (type !== 'REPLACE') dismissPending();
  }, [key, type]);
  if (!shown) return null;
  const fail = () => {
    shown.settle(false);
    reportLoadFailure('The dialog');
  };
  // Each dialog has its own state: a replacement must not appear busy.
  return <ConfirmDialog key={shown.id} {...shown.options} onSettle={shown.settle} onLoadError={fail} />;
}
