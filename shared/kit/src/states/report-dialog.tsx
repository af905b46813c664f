import type { messageReportRules, problemReportRules } from '@solvent/contracts/rules';
import { http } from '@solvent/http';
import { Button, Stack, Text, toast } from '@solvent/ui';
import { FormFailure, SelectField, TextAreaField, useProductForm } from '@solvent/ui/forms';
import { Modal } from '@solvent/ui/overlays';

interface ReportDialogProps {
  subject: 'message' | 'problem';
  /** Path of the subject's resource. */
  path: string;
  text: string;
  reasons: Record<string, string>;
  rules: typeof messageReportRules | typeof problemReportRules;
  onClose: () => void;
  finalFocusEl?: (() => HTMLElement | null) | undefined;
}

/** Reports a message or problem to the moderators. */
export function ReportDialog({ subject, path, text, reasons, rules, onClose, ...focus }: ReportDialogProps) {
  const { getFieldProps, formProps, isSubmitting, failureText } = useProductForm({
    initialValues: { reason: '', description: '' },
    rules,
    failure: 'The report could not be sent. Please try again.',
    onSubmit: async ({ reason, description }) => {
      const trimmed = description.trim();
      await http.post(`${path}/reports`, { reason, ...(trimmed ? { description: trimmed } : {}) });
      toast.success(`Thank you. We will look at this ${subject}.`);
      onClose();
    },
  });
  const formId = `report-${subject}`;
  const footer = (
    <>
      <Button variant="outline" colorPalette="gray" disabled={isSubmitting} onClick={onClose}>
        Cancel
      </Button>
      <Button type="submit" form={formId} loading={isSubmitting}>
        Send report
      </Button>
    </>
  );
  return (
    <Modal open onClose={onClose} title={`Report this ${subject}`} footer={footer} isBusy={isSubmitting} {...focus}>
      <form {...formProps} id={formId} aria-label={`Report this ${subject}`}>
        <Stack gap="4">
          <Text color="fg.muted">{text}</Text>
          <SelectField {...getFieldProps('reason')} label="Reason" placeholder="Choose a reason" options={reasons} required />
          <TextAreaField {...getFieldProps('description')} label="Description" rows={4} help="What should we look at?" />
          <FormFailure text={failureText} />
        </Stack>
      </form>
    </Modal>
  );
}
