import type { Comment } from '@solvent/contracts';
import { toast, useDeferredComponent } from '@solvent/ui';
import { useRef, useState } from 'react';
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
  const confirmed = useRef(false);
  const { Component: DeleteDialog } = useDeferredComponent(loadDialog, asking, () => {
    setAsking(false);
    toast.error('The dialog could not be loaded. Please try again.');
  });
  const confirm = () => {
    confirmed.current = true;
    setAsking(false);
    onDelete();
  };
  return (
    <>
      <ActionButton ref={buttonRef} loading={isPending} onClick={() => setAsking(true)}>
        Delete
      </ActionButton>
      {asking && DeleteDialog ? (
        <DeleteDialog
          kind={comment.parentId ? 'answer' : 'question'}
          onClose={() => setAsking(false)}
          onConfirm={confirm}
          finalFocusEl={() => (confirmed.current ? nextFocusEl() : buttonRef.current)}
        />
      ) : null}
    </>
  );
}
