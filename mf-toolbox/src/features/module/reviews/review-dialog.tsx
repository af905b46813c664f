import type { Module } from '@solvent/contracts';
import { moduleReviewRules } from '@solvent/contracts/rules';
import { ApiError, http, useQueryClient } from '@solvent/http';
import { Button, Stack, toast } from '@solvent/ui';
import { FormFailure, StarsField, TextAreaField, useProductForm } from '@solvent/ui/forms';
import { Modal } from '@solvent/ui/overlays';
import { modulePath, invalidateModules } from '../../../api/modules.ts';

const FORM_ID = 'write-review';

interface ReviewDialogProps {
  module: Module;
  onClose: () => void;
}

function useReviewForm({ module, onClose }: ReviewDialogProps) {
  const queryClient = useQueryClient();
  const { id, myReview } = module;
  return useProductForm({
    initialValues: { rating: myReview ? String(myReview.rating) : '', text: myReview?.text ?? '' },
    rules: moduleReviewRules,
    onSubmit: async ({ rating, text }) => {
      try {
        await http.post(modulePath(id, '/reviews'), { rating: Number(rating), text: text.trim() });
        toast.success(myReview ? 'Your review was changed' : 'Thank you for your review');
        await invalidateModules(queryClient);
        onClose();
      } catch (error) {
        // The user's rights may have changed.
        if (error instanceof ApiError && error.status > 0) void invalidateModules(queryClient);
        throw error;
      }
    },
    failure: 'The review could not be sent. Please try again.',
  });
}

export function Component(props: ReviewDialogProps) {
  const { module, onClose } = props;
  const { getFieldProps, formProps, isSubmitting, failureText } = useReviewForm(props);
  const title = module.myReview ? 'Edit Your Review' : 'Write a Review';
  const footer = (
    <>
      <Button variant="outline" colorPalette="gray" disabled={isSubmitting} onClick={onClose}>
        Cancel
      </Button>
      <Button type="submit" form={FORM_ID} loading={isSubmitting}>
        {module.myReview ? 'Save review' : 'Post review'}
      </Button>
    </>
  );
  return (
    <Modal open onClose={onClose} title={title} footer={footer} isBusy={isSubmitting}>
      <form {...formProps} id={FORM_ID} aria-label={title}>
        <Stack gap="4">
          <StarsField {...getFieldProps('rating')} />
          <TextAreaField {...getFieldProps('text')} label="Review" rows={4} help="What do you like, and what is missing?" />
          <FormFailure text={failureText} />
        </Stack>
      </form>
    </Modal>
  );
}
