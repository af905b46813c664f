import { Button, Flex, Stack, Text } from '@solvent/ui';
import { MarkdownField } from '@solvent/ui/markdown';
import { useEffect, useRef } from 'react';
import { useCommentForm } from './use-comment-form.ts';

interface CommentFormProps {
  label: string;
  /** What its button says, and says while it sends. */
  submit: string;
  sending: string;
  failure: string;
  content: string;
  onSubmit: (content: string) => Promise<void>;
  /** Told of every change: a draft is kept by it. */
  onType?: (content: string) => void;
  /** With it, the form was opened by a button: it takes the focus, and can be closed. */
  onCancel?: () => void;
}

/** Where somebody writes under a problem. */
export function CommentForm({ label, submit, sending, onType, onCancel, ...options }: CommentFormProps) {
  const { form, failed, help } = useCommentForm(options);
  const fieldRef = useRef<HTMLDivElement>(null);
  const isOpened = onCancel !== undefined;
  useEffect(() => {
    if (isOpened) fieldRef.current?.querySelector('textarea')?.focus();
  }, [isOpened]);
  useEffect(() => onType?.(form.values.content), [onType, form.values.content]);
  return (
    <form {...form.formProps} aria-label={label}>
      <Stack ref={fieldRef} gap="3">
        <MarkdownField {...form.fieldOf('content')} label={label} help={help} minH="96px" headingsFrom={4} />
        {failed ? (
          <Text role="alert" color="fg.error">
            {failed}
          </Text>
        ) : null}
        <Flex justify="flex-end" gap="2">
          {onCancel ? (
            <Button variant="ghost" colorPalette="gray" onClick={onCancel}>
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
