import { DISCUSSION } from '@solvent/contracts';
import { editCommentRules } from '@solvent/contracts/rules';
import { failureText } from '@solvent/http';
import { useProductForm } from '@solvent/ui/forms';
import { useState } from 'react';

interface CommentFormOptions {
  content: string;
  /** Shown where the server gives no sentence. */
  failure: string;
  onSubmit: (content: string) => Promise<void>;
}

/** Words under a problem: new or changed. What was typed stays until the server has it; `failed` says why it has not. */
export function useCommentForm({ content, failure, onSubmit }: CommentFormOptions) {
  const [failed, setFailed] = useState('');
  const form = useProductForm({
    initialValues: { content },
    rules: editCommentRules,
    onSubmit: async (values) => {
      setFailed('');
      try {
        await onSubmit(values.content.trim());
      } catch (error) {
        setFailed(failureText(error, failure));
        throw error;
      }
      form.resetForm({ values: { content: '' } });
    },
  });
  const count = `${form.values.content.length.toLocaleString('en-US')} of ${DISCUSSION.contentMax.toLocaleString('en-US')}`;
  return { form, failed, help: `Markdown works here. ${count} characters` };
}
