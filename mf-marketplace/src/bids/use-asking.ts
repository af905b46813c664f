import { toast, useDeferredComponent } from '@solvent/ui';
import type { LoadComponent } from '@solvent/ui';
import { useState } from 'react';

/** A dialog that a button opens, and whose code comes then. `Dialog` is there while it is open. */
export function useAsking<Props>(load: LoadComponent<Props>) {
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const { Component } = useDeferredComponent(load, asking, () => {
    close();
    toast.error('The dialog could not be loaded. Please try again.');
  });
  return { ask: () => setAsking(true), close, Dialog: asking ? Component : undefined };
}

export const loadAskDialog = () => import(/* webpackChunkName: "ask-dialog" */ './ask-dialog.tsx');
