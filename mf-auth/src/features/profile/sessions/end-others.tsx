import { Button, toast, useDeferredComponent } from '@solvent/ui';
import { useState } from 'react';
import { useEndSessions } from './end-sessions.ts';

const loadDialog = () =>
  import(/* webpackChunkName: "end-others-dialog" */ './end-others-dialog.tsx').then((module) => ({
    Component: module.EndOthersDialog,
  }));

interface EndOthersProps {
  /** Ids of all sessions but this one. */
  others: string[];
  /** Takes the focus of the button, which goes with the last other session. */
  finalFocusEl: () => HTMLElement | null;
}

/** "Sign out everywhere else": asks once. */
export function EndOthers({ others, finalFocusEl }: EndOthersProps) {
  const [asking, setAsking] = useState(false);
  const { Component: EndOthersDialog } = useDeferredComponent(loadDialog, asking, () => {
    setAsking(false);
    toast.error('The dialog could not be loaded. Please try again.');
  });
  const end = useEndSessions('All other devices were signed out');
  const confirm = () => {
    setAsking(false);
    end.mutate(others);
  };
  return (
    <>
      <Button variant="outline" colorPalette="gray" size="sm" loading={end.isPending} onClick={() => setAsking(true)}>
        Sign out everywhere else
      </Button>
      {asking && EndOthersDialog ? (
        <EndOthersDialog count={others.length} onClose={() => setAsking(false)} onConfirm={confirm} finalFocusEl={finalFocusEl} />
      ) : null}
    </>
  );
}
