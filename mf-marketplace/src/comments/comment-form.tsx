import { COMMENT, formatNumber } from '@solvent/contracts';
import { editCommentRules } from '@solvent/contracts/rules';
import { getInlineErrorText } from '@solvent/http';
import { usePersistedDraft } from '@solvent/kit';
import { Button, Flex, Stack, Text, toast } from '@solvent/ui';
import { useProductForm } from '@solvent/ui/forms';
import { MarkdownField } from '@solvent/ui/markdown';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { usePostComment } from '../api/comments.ts';
import { uploadPicture } from '../api/files.ts';

interface CommentFormOptions {
  content: string;
  /** Shown where the server gives no sentence. */
  failure: string;
  onSubmit: (content: string) => Promise<void>;
  /** The server has all that was typed. */
  onSent?: (() => void) | undefined;
}

/** Words under a problem: new or changed. What was typed stays until the server has it; `failed` says why it has not. */
function useCommentForm({ content, failure, onSubmit, onSent }: CommentFormOptions) {
  const [failed, setFailed] = useState('');
  const latest = useRef(content);
  const form = useProductForm({
    initialValues: { content },
    rules: editCommentRules,
    showsErrorsOnBlur: false,
    onSubmit: async (values) => {
      setFailed('');
      try {
        await onSubmit(values.content.trim());
      } catch (error) {
        setFailed(getInlineErrorText(error, failure));
        throw error;
      }
      // What was typed meanwhile stays.
      const rest = latest.current === values.content ? '' : latest.current;
      form.resetForm({ values: { content: rest } });
      if (rest === '') onSent?.();
    },
  });
  useEffect(() => {
    latest.current = form.values.content;
  });
  const count = `${formatNumber(form.values.content.length)} of ${formatNumber(COMMENT.contentMax)}`;
  return { form, failed, help: `Markdown works here. ${count} characters` };
}

interface CommentFormProps extends CommentFormOptions {
  label: string;
  submit: string;
  sending: string;
  /** Told of every change: a draft is kept by it. */
  onType?: (content: string) => void;
  /** What another tab has written or sent: it replaces what is here. */
  elsewhere?: { content: string } | undefined;
  /** With it, the form was opened by a button: it takes the focus, and can be closed. */
  onCancel?: (() => void) | undefined;
}

export function CommentForm({ label, submit, sending, onType, elsewhere, onCancel, ...options }: CommentFormProps) {
  const { form, failed, help } = useCommentForm(options);
  const { content } = form.values;
  const fieldRef = useRef<HTMLDivElement>(null);
  const isOpened = onCancel !== undefined;
  useEffect(() => {
    if (isOpened) fieldRef.current?.querySelector('textarea')?.focus();
  }, [isOpened]);
  const tell = useEffectEvent(() => onType?.(content));
  useEffect(() => tell(), [content]);
  const follow = useEffectEvent((values: { content: string }) => form.resetForm({ values }));
  useEffect(() => {
    if (elsewhere) follow(elsewhere);
  }, [elsewhere]);
  return (
    <form {...form.formProps} aria-label={label}>
      <Stack ref={fieldRef} gap="3">
        <MarkdownField
          {...form.getFieldProps('content')}
          label={label}
          help={help}
          minH="96px"
          headingsFrom={4}
          uploadPicture={uploadPicture}
        />
        {failed ? (
          <Text role="alert" color="fg.error">
            {failed}
          </Text>
        ) : null}
        <Flex justify="flex-end" gap="2">
          {onCancel ? (
            <Button variant="ghost" colorPalette="gray" disabled={form.isSubmitting} onClick={onCancel}>
              Cancel
            </Button>
          ) : null}
          <Button type="submit" loading={form.isSubmitting} loadingText={sending}>
            {submit}
          </Button>
        </Flex>
      </Stack>
    </form>
  );
}

/** The same words have the same key until the server has them: sent twice, they stand there once. */
function useRequestKey() {
  const last = useRef({ content: '', key: '' });
  return (content: string) => {
    if (last.current.content !== content) last.current = { content, key: crypto.randomUUID() };
    return last.current.key;
  };
}

const ASK = { label: 'Your question', submit: 'Ask', sending: 'Asking…', failure: 'Failed to post the question' };
const ANSWER = { label: 'Your answer', submit: 'Answer', sending: 'Answering…', failure: 'Failed to post the answer' };

interface NewCommentFormProps {
  userId: string;
  problemId: string;
  parentId?: string;
  /** Posted, or given up: what was typed is kept as a draft. */
  onClose?: () => void;
}

/** A question to everybody, or an answer. Its draft survives a reload, per person and problem; all tabs show the same. */
export function NewCommentForm({ userId, problemId, parentId, onClose }: NewCommentFormProps) {
  const [elsewhere, setElsewhere] = useState<{ content: string }>();
  const draft = usePersistedDraft(
    { key: `solvent.draft.comment.${userId}.${problemId}.${parentId ?? 'question'}`, initial: '' },
    { onClear: () => setElsewhere({ content: '' }), onChange: (content) => setElsewhere({ content }) },
  );
  const post = usePostComment(problemId);
  const keyOf = useRequestKey();
  async function handleSubmit(content: string) {
    await post({ content, parentId }, keyOf(content));
    keyOf('');
    toast.success(parentId ? 'Answer posted' : 'Question posted');
  }
  function handleSent() {
    draft.clear();
    onClose?.();
  }
  return (
    <CommentForm
      {...(parentId ? ANSWER : ASK)}
      content={draft.initialValue}
      onSubmit={handleSubmit}
      onSent={handleSent}
      onType={draft.save}
      elsewhere={elsewhere}
      onCancel={onClose}
    />
  );
}
