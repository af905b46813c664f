import type { ProblemReportReason } from '@solvent/contracts';
import { problemReportRules } from '@solvent/contracts/rules';
import { http } from '@solvent/http';
import { Button, Stack, Text, toast } from '@solvent/ui';
import { FormFailure, SelectField, TextAreaField, useProductForm } from '@solvent/ui/forms';
import { Modal } from '@solvent/ui/overlays';
import { problemPath } from '../../api/problem-keys.ts';

const REASONS: Record<ProblemReportReason, string> = {
  spam: 'Spam or advertising',
  abuse: 'Abusive or harmful',
  'off-platform': 'Asks to deal elsewhere',
  copyright: 'Violates a copyright',
  other: 'Something else',
};

const FORM_ID = 'report-problem';

function useReportForm(problemId: string, onClose: () => void) {
  return useProductForm({
    initialValues: { reason: '', description: '' },
    rules: problemReportRules,
    failure: 'The report could not be sent. Please try again.',
    onSubmit: async ({ reason, description }) => {
      const trimmed = description.trim();
      await http.post(`${problemPath(problemId)}/reports`, { reason, ...(trimmed ? { description: trimmed } : {}) });
      toast.success('Thank you. We will look at this problem.');
      onClose();
    },
  });
}

export function Component({ problemId, onClose }: { problemId: string; onClose: () => void }) {
  const { getFieldProps, formProps, isSubmitting, failureText } = useReportForm(problemId, onClose);
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
    <Modal open onClose={onClose} title="Report this problem" footer={footer} isBusy={isSubmitting}>
      <form {...formProps} id={FORM_ID} aria-label="Report this problem">
        <Stack gap="4">
          <Text color="fg.muted">The poster won’t see who reported it.</Text>
          <SelectField {...getFieldProps('reason')} label="Reason" placeholder="Choose a reason" options={REASONS} required />
          <TextAreaField {...getFieldProps('description')} label="Description" rows={4} help="What should we look at?" />
          <FormFailure text={failureText} />
        </Stack>
      </form>
    </Modal>
  );
}
