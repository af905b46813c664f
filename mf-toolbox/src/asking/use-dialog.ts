import { toast, useDeferredComponent } from '@solvent/ui';
import type { LoadComponent } from '@solvent/ui';
import { useState } from 'react';

/** A dialog whose code comes with its first opening. `Dialog` is there while it is open; a failed load says so. */
export function useDialog<Props>(load: LoadComponent<Props>) {
  const [isOpen, setOpen] = useState(false);
  const { Component } = useDeferredComponent(load, isOpen, () => {
    setOpen(false);
    toast.error('The dialog could not be loaded. Please try again.');
  });
  return { open: () => setOpen(true), close: () => setOpen(false), Dialog: isOpen ? Component : undefined };
}

/** Asks once before something is done. */
export const loadAskDialog = () => import(/* webpackChunkName: "ask-dialog" */ './ask-dialog.tsx');
