import { COMMENT, formatNumber, countCharacters } from '@solvent/contracts';
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
  failureText: string;
  onSubmit: (content: string) => Promise<void>;
  /** Called when the server has everything that was typed. */
  onClear?: (() => void) | undefined;
}

function useCommentForm({ content, failureText, onSubmit, onClear }: CommentFormOptions) {
  const [errorText, setErrorText] = useState('');
  const latest = useRef(content);
  const form = useProductForm({
    initialValues: { content },
    rules: editCommentRules,
    showsErrorsOnBlur: false,
    onSubmit: async (values) => {
      setErrorText('');
      try {
        await onSubmit(values.content.trim());
      } catch (error) {
        setErrorText(getInlineErrorText(error, failureText));
        throw error;
      }
      const unsent = latest.current === values.content ? '' : latest.current;
      form.resetForm({ values: { content: unsent } });
      if (unsent === '') onClear?.();
    },
  });
  useEffect(() => {
    latest.current = form.values.content;
  });
  const count = `${formatNumber(countCharacters(form.values.content))} of ${formatNumber(COMMENT.contentMax)}`;
  return { form, errorText, help: `Markdown works here. ${count} characters` };
}

interface CommentFormProps extends CommentFormOptions {
  label: string;
  submitLabel: string;
  busyLabel: string;
  onChange?: (content: string) => void;
  /** Text that another tab has typed or sent; replaces the text of this form. */
  otherTab?: { content: string } | undefined;
  /** Set if a button opened the form, which then gets the focus and can be canceled. */
  onCancel?: (() => void) | undefined;
}

export function CommentForm({ label, submitLabel, busyLabel, onChange, otherTab, onCancel, ...options }: CommentFormProps) {
  const { form, errorText, help } = useCommentForm(options);
  const { content } = form.values;
  const fieldRef = useRef<HTMLDivElement>(null);
  const isOpened = onCancel !== undefined;
  useEffect(() => {
    if (isOpened) fieldRef.current?.querySelector('textarea')?.focus();
  }, [isOpened]);
  const notifyChange = useEffectEvent(() => onChange?.(content));
  useEffect(() => notifyChange(), [content]);
  const replaceContent = useEffectEvent((values: { content: string }) => form.resetForm({ values }));
  useEffect(() => {
    if (otherTab) replaceContent(otherTab);
  }, [otherTab]);
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
        {errorText ? (
          <Text role="alert" color="fg.error">
            {errorText}
          </Text>
        ) : null}
        <Flex justify="flex-end" gap="2">
          {onCancel ? (
            <Button variant="ghost" colorPalette="gray" disabled={form.isSubmitting} onClick={onCancel}>
              Cancel
            </Button>
          ) : null}
          <Button type="submit" loading={form.isSubmitting} loadingText={busyLabel}>
            {submitLabel}
          </Button>
        </Flex>
      </Stack>
    </form>
  );
}

/** Returns the same key for the same text, so that a retry creates no second comment (product 11.7). */
function useIdempotencyKey() {
  const last = useRef({ content: '', key: '' });
  return (content: string) => {
    if (last.current.content !== content) last.current = { content, key: crypto.randomUUID() };
    return last.current.key;
  };
}

const QUESTION_TEXTS = {
  label: 'Your question',
  submitLabel: 'Ask',
  busyLabel: 'Asking…',
  failureText: 'Failed to post the question',
};
const ANSWER_TEXTS = {
  label: 'Your answer',
  submitLabel: 'Answer',
  busyLabel: 'Answering…',
  failureText: 'Failed to post the answer',
};
const UPDATE_TEXTS = {
  label: 'Your update',
  submitLabel: 'Add an update',
  busyLabel: 'Adding…',
  failureText: 'Failed to add the update',
};

interface NewCommentFormProps {
  userId: string;
  problemId: string;
  parentId?: string;
  /** The user posted the problem: a comment that is no answer is an update (product 2.66). */
  isPoster?: boolean;
  onClose?: () => void;
}

export function NewCommentForm({ userId, problemId, parentId, isPoster = false, onClose }: NewCommentFormProps) {
  const [otherTab, setOtherTab] = useState<{ content: string }>();
  const draft = usePersistedDraft(
    { key: `solvent.draft.comment.${userId}.${problemId}.${parentId ?? 'question'}`, initial: '' },
    { onClear: () => setOtherTab({ content: '' }), onChange: (content) => setOtherTab({ content }) },
  );
  const post = usePostComment(problemId);
  const getKey = useIdempotencyKey();
  async function handleSubmit(content: string) {
    await post({ content, parentId }, getKey(content));
    getKey('');
    toast.success(parentId ? 'Answer posted' : isPoster ? 'Update added' : 'Question posted');
  }
  function handleSent() {
    draft.clear();
    onClose?.();
  }
  return (
    <CommentForm
      {...(parentId ? ANSWER_TEXTS : isPoster ? UPDATE_TEXTS : QUESTION_TEXTS)}
      content={draft.initialValue}
      onSubmit={handleSubmit}
      onClear={handleSent}
      onChange={draft.save}
      otherTab={otherTab}
      onCancel={onClose}
    />
  );
}
