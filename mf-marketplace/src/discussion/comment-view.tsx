import type { Comment } from '@solvent/contracts';
import { useSession } from '@solvent/store';
import { Box, Flex, Stack, Text } from '@solvent/ui';
import { Markdown } from '@solvent/ui/markdown';
import { useRef, useState } from 'react';
import type { RefObject } from 'react';
import { ActionButton } from './action-button.tsx';
import { CommentForm } from './comment-form.tsx';
import { CommentHead } from './comment-head.tsx';
import { DeleteButton } from './delete-button.tsx';
import { useCommentChanges } from './use-comment-changes.ts';
import { useEditable } from './use-editable.ts';

interface CommentViewProps {
  comment: Comment;
  posterId: string;
  headingRef: RefObject<HTMLElement | null>;
  /** Opens the form of an answer; questions alone have it, for who is signed in. */
  onAnswer?: (() => void) | undefined;
  answerRef?: RefObject<HTMLButtonElement | null>;
}

type Changes = ReturnType<typeof useCommentChanges>;

function EditForm({ comment, changes, onClose }: { comment: Comment; changes: Changes; onClose: () => void }) {
  const save = async (content: string) => {
    await changes.edit(content);
    onClose();
  };
  return (
    <CommentForm
      label={comment.parentId ? 'Edit your answer' : 'Edit your question'}
      submit="Save changes"
      sending="Saving…"
      failure="Failed to save the changes"
      content={comment.content}
      onSubmit={save}
      onCancel={onClose}
    />
  );
}

/** A question or an answer, and what this viewer may do to it. */
export function CommentView({ comment, posterId, headingRef, onAnswer, answerRef }: CommentViewProps) {
  const { author, content, parentId, pinned } = comment;
  const userId = useSession((state) => state.userData?._id);
  const [editing, setEditing] = useState(false);
  const articleRef = useRef<HTMLDivElement>(null);
  const changes = useCommentChanges(comment);
  const isOwn = author !== null && author._id === userId;
  const isEditable = useEditable(comment, isOwn);
  const canPin = parentId === null && userId === posterId;

  if (!author || comment.isDeleted) return <Text color="fg.muted">This comment was deleted.</Text>;
  function closeEdit() {
    setEditing(false);
    articleRef.current?.focus();
  }
  return (
    <Stack as="article" ref={articleRef} tabIndex={-1} outline="0" gap="2" aria-label={`${author.name} wrote`} minW="0">
      <CommentHead comment={comment} author={author} posterId={posterId} />
      {editing ? (
        <EditForm comment={comment} changes={changes} onClose={closeEdit} />
      ) : (
        <Box>
          <Markdown text={content} headingsFrom={4} />
          <Flex gap="1" mt="1" ms="-2" wrap="wrap">
            {onAnswer ? (
              <ActionButton ref={answerRef} onClick={onAnswer}>
                Answer
              </ActionButton>
            ) : null}
            {isEditable ? <ActionButton onClick={() => setEditing(true)}>Edit</ActionButton> : null}
            {isOwn ? (
              <DeleteButton
                comment={comment}
                isPending={changes.remove.isPending}
                onDelete={() => changes.remove.mutate()}
                nextFocusEl={() => headingRef.current}
              />
            ) : null}
            {canPin ? (
              <ActionButton disabled={changes.pin.isPending} onClick={() => changes.pin.mutate(!pinned)}>
                {pinned ? 'Unpin' : 'Pin'}
              </ActionButton>
            ) : null}
          </Flex>
        </Box>
      )}
    </Stack>
  );
}
