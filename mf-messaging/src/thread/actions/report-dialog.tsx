import type { Message, MessageReportReason } from '@solvent/contracts';
import { messageReportRules } from '@solvent/contracts/rules';
import { Button, Stack, Text, toast } from '@solvent/ui';
import { FormFailure, SelectField, TextAreaField, useProductForm } from '@solvent/ui/forms';
import { Modal } from '@solvent/ui/overlays';
import { reportMessage } from '../../sync/messages.ts';

const REASONS: Record<MessageReportReason, string> = {
  spam: 'Spam or advertising',
  abuse: 'Abusive or harmful',
  'off-platform': 'Asks to deal elsewhere',
  other: 'Something else',
};

const FORM_ID = 'report-message';

export function Component({ message, onClose }: { message: Message; onClose: () => void }) {
  const { getFieldProps, formProps, isSubmitting, failureText } = useProductForm({
    initialValues: { reason: '', description: '' },
    rules: messageReportRules,
    failure: 'The report could not be sent. Please try again.',
    onSubmit: async ({ reason, description }) => {
      const trimmed = description.trim();
      await reportMessage(message._id, { reason, ...(trimmed ? { description: trimmed } : {}) });
      toast.success('Thank you. We will look at this message.');
      onClose();
    },
  });
  const footer = (
    <>
      <Button variant="outline" colorPalette="gray" disabled={isSubmitting} onClick={onClose}>
        Cancel
      </Button>
      <Button type="submit" form={FORM_ID} loading={isSubmitting}>
        Send report
      </Button>
    </>
  );
  return (
    <Modal open onClose={onClose} title="Report this message" footer={footer} isBusy={isSubmitting}>
      <form {...formProps} id={FORM_ID} aria-label="Report this message">
        <Stack gap="4">
          <Text color="fg.muted">
            {message.sender.name} won’t see the report. A moderator reads this message and, for 30 days, its earlier words.
          </Text>
          <SelectField {...getFieldProps('reason')} label="Reason" placeholder="Choose a reason" options={REASONS} required />
          <TextAreaField {...getFieldProps('description')} label="Description" rows={4} help="What should we look at?" />
          <FormFailure text={failureText} />
        </Stack>
      </form>
    </Modal>
  );
}
