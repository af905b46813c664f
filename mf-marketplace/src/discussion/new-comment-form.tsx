import { useQueryClient } from '@solvent/http';
import { toast } from '@solvent/ui';
import { useRef, useState } from 'react';
import { CommentForm } from './comment-form.tsx';
import { draftKey, keepDraft, readDraft } from './comment-draft.ts';
import { commentsKey, postComment } from './comments.ts';
import { showComment } from './show-comment.ts';

interface NewCommentFormProps {
  userId: string;
  problemId: string;
  /** The question that it answers; without one it asks. */
  parentId?: string;
  /** Posted, or given up: what was typed is kept as a draft. */
  onClose?: () => void;
}

/** The same words have the same key until the server has them: sent twice, they stand there once. */
function useRequestKey() {
  const last = useRef({ content: '', key: '' });
  return (content: string) => {
    if (last.current.content !== content) last.current = { content, key: crypto.randomUUID() };
    return last.current.key;
  };
}

function usePost(problemId: string, parentId: string | undefined) {
  const queryClient = useQueryClient();
  const keyOf = useRequestKey();
  return async (content: string) => {
    try {
      showComment(queryClient, problemId, await postComment(problemId, { content, parentId }, keyOf(content)));
      keyOf('');
    } finally {
      void queryClient.invalidateQueries({ queryKey: commentsKey(problemId) });
    }
  };
}

const ASK = { label: 'Your question', submit: 'Ask', sending: 'Asking…', failure: 'Failed to post the question' };
const ANSWER = { label: 'Your answer', submit: 'Answer', sending: 'Answering…', failure: 'Failed to post the answer' };

/** A question to everybody, or an answer. Its draft survives a reload, per person and problem. */
export function NewCommentForm({ userId, problemId, parentId, onClose }: NewCommentFormProps) {
  const draft = draftKey(userId, problemId, parentId);
  const [content] = useState(() => readDraft(draft));
  const [keep] = useState(() => (typed: string) => keepDraft(draft, typed));
  const post = usePost(problemId, parentId);
  async function handleSubmit(typed: string) {
    await post(typed);
    keep('');
    toast.success(parentId ? 'Answer posted' : 'Question posted');
    onClose?.();
  }
  return (
    <CommentForm {...(parentId ? ANSWER : ASK)} content={content} onSubmit={handleSubmit} onType={keep} onCancel={onClose} />
  );
}
