import { useState } from 'react';
import { toast } from '../toaster/toast.ts';
import { useDeferredComponent } from './use-deferred-component.ts';
import type { LoadComponent } from './use-deferred-component.ts';

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
export const loadAskDialog = () => import(/* webpackChunkName: "ask-dialog" */ '../overlays/ask-dialog.tsx');
