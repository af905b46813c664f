import { Button, preloadComponent, toast, useDeferredComponent } from '@solvent/ui';
import { CheckCheck, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useClearAll } from './use-clear-all.ts';
import { useMarkAllRead } from './use-mark-all-read.ts';

const loadDialog = () =>
  import(/* webpackChunkName: "clear-all" */ './clear-all-dialog.tsx').then((module) => ({ Component: module.ClearAllDialog }));
const prepare = () => void preloadComponent(loadDialog);

interface ListActionsProps {
  anyUnread: boolean;
  any: boolean;
  /** The heading: takes the focus of a button that is no longer there. */
  heading: () => HTMLElement | null;
}

/** "Mark all as read" while something is unread, "Clear all" while there is anything (product 2.27). */
export function ListActions({ anyUnread, any, heading }: ListActionsProps) {
  const markAllRead = useMarkAllRead();
  const clearAll = useClearAll();
  const [asking, setAsking] = useState(false);
  const { Component: Dialog } = useDeferredComponent(loadDialog, asking, () => {
    setAsking(false);
    toast.error('Failed to clear notifications');
  });

  const clear = () => {
    setAsking(false);
    clearAll.mutate();
  };
  const markAll = () => {
    heading()?.focus();
    markAllRead.mutate();
  };

  return (
    <>
      {anyUnread ? (
        <Button variant="outline" colorPalette="gray" onClick={markAll}>
          <CheckCheck size={16} aria-hidden />
          Mark all as read
        </Button>
      ) : null}
      {any ? (
        <Button variant="outline" colorPalette="gray" onClick={() => setAsking(true)} onPointerEnter={prepare} onFocus={prepare}>
          <Trash2 size={16} aria-hidden />
          Clear all
        </Button>
      ) : null}
      {Dialog ? <Dialog open={asking} onClose={() => setAsking(false)} onConfirm={clear} finalFocusEl={heading} /> : null}
    </>
  );
}
