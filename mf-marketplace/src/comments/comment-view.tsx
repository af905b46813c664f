import { COMMENT } from '@solvent/contracts';
import type { Comment, PersonSummary } from '@solvent/contracts';
import { PersonLink, RelativeTime, TakenDownNotice, useLocalTimeTitle } from '@solvent/kit';
import { getServerTime, useServerTime } from '@solvent/socket';
import { useSession } from '@solvent/store';
import { Badge, Box, Button, confirm, Flex, Span, Stack, Text, toast } from '@solvent/ui';
import type { ButtonProps } from '@solvent/ui';
import { Markdown } from '@solvent/ui/markdown';
import { Pin } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { MouseEvent, Ref, RefObject } from 'react';
import { useCommentChanges } from '../api/comments.ts';
import { CommentForm } from './comment-form.tsx';

const ActionButton = (props: ButtonProps & { ref?: Ref<HTMLButtonElement> | undefined }) => (
  <Button variant="ghost" colorPalette="gray" size="xs" color="fg.muted" px="2" {...props} />
);

const EDIT_EXPIRED = `Questions, answers and updates can be edited for ${COMMENT.editMinutes} minutes.`;

interface CommentViewProps {
  comment: Comment;
  posterId: string;
  headingRef: RefObject<HTMLElement | null>;
  onAnswer?: (() => void) | undefined;
  answerRef?: RefObject<HTMLButtonElement | null>;
}

/** Whether the author may still edit (product 4.13). Updates when `COMMENT.editMinutes` have passed. */
function useEditable({ createdAt }: Comment, isOwn: boolean): boolean {
  const end = Date.parse(createdAt) + COMMENT.editMinutes * 60_000;
  const isExpired = useServerTime() >= end;
  const [, setChecks] = useState(0);
  useEffect(() => {
    if (isExpired || !isOwn) return;
    const timer = setTimeout(() => setChecks((count) => count + 1), end - getServerTime());
    return () => clearTimeout(timer);
    // Also when the device's clock was measured.
  });
  return isOwn && !isExpired;
}

interface CommentHeadProps {
  comment: Comment;
  author: PersonSummary;
  posterId: string;
}

const Edited = ({ time }: { time: string }) => (
  <Span textStyle="meta" color="fg.subtle" {...useLocalTimeTitle(time)}>
    edited
  </Span>
);

function CommentHead({ comment, author, posterId }: CommentHeadProps) {
  return (
    <Flex align="center" columnGap="2" rowGap="1" wrap="wrap" minW="0">
      <PersonLink person={author} avatar={24} />
      {author._id === posterId ? (
        <Badge variant="subtle" colorPalette="brand">
          {comment.parentId === null ? 'Update' : 'Poster'}
        </Badge>
      ) : null}
      <RelativeTime time={comment.createdAt} textStyle="meta" color="fg.subtle" />
      {comment.editedAt ? <Edited time={comment.editedAt} /> : null}
      {comment.pinned ? (
        <Badge variant="outline" colorPalette="gray">
          <Pin size={12} aria-hidden />
          Pinned
        </Badge>
      ) : null}
    </Flex>
  );
}

type Changes = ReturnType<typeof useCommentChanges>;

/** A comment of the poster that is no answer is an update (product 2.66). */
function getKind({ parentId, author }: Comment, posterId: string): 'answer' | 'update' | 'question' {
  if (parentId) return 'answer';
  return author?._id === posterId ? 'update' : 'question';
}

interface EditFormProps {
  comment: Comment;
  kind: string;
  changes: Changes;
  onClose: () => void;
}

function EditForm({ comment, kind, changes, onClose }: EditFormProps) {
  return (
    <CommentForm
      label={`Edit your ${kind}`}
      submitLabel="Save changes"
      busyLabel="Saving…"
      failureText="Failed to save the changes"
      content={comment.content}
      onSubmit={changes.edit}
      onClear={onClose}
      onCancel={onClose}
    />
  );
}

function useConfirmDelete({ parentId }: Comment, kind: string, { remove }: Changes, headingRef: RefObject<HTMLElement | null>) {
  return async ({ currentTarget: button }: MouseEvent<HTMLElement>) => {
    let isDeleted = false;
    isDeleted = await confirm({
      title: `Delete this ${kind}?`,
      text: `This can’t be undone.${parentId ? '' : ' Answers stay.'}`,
      action: `Delete ${kind}`,
      destructive: true,
      finalFocusEl: () => (isDeleted ? headingRef.current : button),
    });
    if (isDeleted) remove.mutate();
  };
}

export function CommentView({ comment, posterId, headingRef, onAnswer, answerRef }: CommentViewProps) {
  const { author, content, parentId, pinned } = comment;
  const userId = useSession((state) => state.userData?._id);
  const [editing, setEditing] = useState(false);
  const articleRef = useRef<HTMLDivElement>(null);
  const changes = useCommentChanges(comment);
  const kind = getKind(comment, posterId);
  const confirmDelete = useConfirmDelete(comment, kind, changes, headingRef);
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
        <EditForm comment={comment} kind={kind} changes={changes} onClose={closeEdit} />
      ) : (
        <Box>
          <Markdown text={content} headingsFrom={4} />
          {comment.takenDown ? (
            <Box mt="2">
              <TakenDownNotice subject="This comment" takenDown={comment.takenDown} />
            </Box>
          ) : (
            <Flex gap="1" mt="1" ms="-2" wrap="wrap">
              {onAnswer ? (
                <ActionButton ref={answerRef} onClick={onAnswer}>
                  Answer
                </ActionButton>
              ) : null}
              {isOwn ? (
                <ActionButton
                  aria-disabled={!isEditable}
                  onClick={() => (isEditable ? setEditing(true) : toast.info(EDIT_EXPIRED))}
                >
                  Edit
                </ActionButton>
              ) : null}
              {isOwn ? (
                <ActionButton loading={changes.remove.isPending} onClick={(event) => void confirmDelete(event)}>
                  Delete
                </ActionButton>
              ) : null}
              {canPin ? (
                <ActionButton disabled={changes.pin.isPending} onClick={() => changes.pin.mutate(!pinned)}>
                  {pinned ? 'Unpin' : 'Pin'}
                </ActionButton>
              ) : null}
            </Flex>
          )}
        </Box>
      )}
    </Stack>
  );
}
