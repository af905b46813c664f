import type { Comment } from '@solvent/contracts';
import { toast, useDeferredComponent } from '@solvent/ui';
import { useEffect, useRef, useState } from 'react';
import { ActionButton } from './action-button.tsx';

const loadDialog = () =>
  import(/* webpackChunkName: "delete-comment-dialog" */ './delete-dialog.tsx').then((module) => ({
    Component: module.DeleteDialog,
  }));

interface DeleteButtonProps {
  comment: Comment;
  isPending: boolean;
  onDelete: () => void;
  /** Takes the focus of the button, which goes with the comment. */
  nextFocusEl: () => HTMLElement | null;
}

/** "Delete": asks once. */
export function DeleteButton({ comment, isPending, onDelete, nextFocusEl }: DeleteButtonProps) {
  const [asking, setAsking] = useState(false);
  const buttonRef = useRef<HTMLButtonElement>(null);
  const nextFocus = useRef<HTMLElement | null>(null);
  const { Component: DeleteDialog } = useDeferredComponent(loadDialog, asking, () => {
    setAsking(false);
    toast.error('The dialog could not be loaded. Please try again.');
  });
  useEffect(
    () => () => {
      // The comment is gone, perhaps before its dialog could give the focus back.
      if (document.activeElement === document.body) nextFocus.current?.focus();
    },
    [],
  );
  const ask = () => {
    nextFocus.current = null;
    setAsking(true);
  };
  const confirm = () => {
    // Asked now: the comment may be gone before the dialog gives the focus back.
    nextFocus.current = nextFocusEl();
    setAsking(false);
    onDelete();
  };
  return (
    <>
      <ActionButton ref={buttonRef} loading={isPending} onClick={ask}>
        Delete
      </ActionButton>
      {asking && DeleteDialog ? (
        <DeleteDialog
          kind={comment.parentId ? 'answer' : 'question'}
          onClose={() => setAsking(false)}
          onConfirm={confirm}
          finalFocusEl={() => nextFocus.current ?? buttonRef.current}
        />
      ) : null}
    </>
  );
}
