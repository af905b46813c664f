import type { ModuleReview } from '@solvent/contracts';
import { moduleReviewReplyRules } from '@solvent/contracts/rules';
import { http, useQueryClient } from '@solvent/http';
import { Button, HStack, Stack, toast } from '@solvent/ui';
import { FormFailure, TextAreaField, useProductForm } from '@solvent/ui/forms';
import { useEffect, useRef } from 'react';
import { modulePath, invalidateModules } from '../../../api/modules.ts';

interface AnswerFormProps {
  review: ModuleReview;
  moduleId: string;
}

function useAnswerForm({ review, moduleId }: AnswerFormProps, onDone: () => void) {
  const queryClient = useQueryClient();
  return useProductForm({
    initialValues: { text: review.answer?.text ?? '' },
    rules: moduleReviewReplyRules,
    onSubmit: async ({ text }) => {
      const answer = text.trim();
      await http.put(modulePath(moduleId, `/reviews/${encodeURIComponent(review.id)}/answer`), { text: answer });
      toast.success(answer ? 'Your answer was saved' : 'Your answer was removed');
      await invalidateModules(queryClient);
      onDone();
    },
    failure: 'The answer could not be sent. Please try again.',
  });
}

export function Component({ onDone, ...props }: AnswerFormProps & { onDone: () => void }) {
  const { getFieldProps, formProps, isSubmitting, failureText } = useAnswerForm(props, onDone);
  const name = `Answer ${props.review.author.name}`;
  const formRef = useRef<HTMLDivElement>(null);
  useEffect(() => formRef.current?.querySelector('textarea')?.focus(), []);
  return (
    <form {...formProps} inert={isSubmitting} aria-label={name}>
      <Stack ref={formRef} gap="3">
        <TextAreaField
          {...getFieldProps('text')}
          label="Your answer"
          rows={3}
          help={props.review.answer ? 'Visible to everyone. Leave it empty to remove it.' : 'Visible to everyone.'}
        />
        <FormFailure text={failureText} />
        <HStack gap="2">
          <Button type="submit" size="sm" loading={isSubmitting}>
            Save answer
          </Button>
          <Button size="sm" variant="ghost" colorPalette="gray" disabled={isSubmitting} onClick={onDone}>
            Cancel
          </Button>
        </HStack>
      </Stack>
    </form>
  );
}
