import { MODULE_CONFIRMATION_MS, MODULE_REPORT_REASONS } from '@solvent/contracts';
import type { ModuleReportReason } from '@solvent/contracts';
import { moduleReportRules } from '@solvent/contracts/rules';
import { http } from '@solvent/http';
import { Box, Button, Flex, Stack, Text } from '@solvent/ui';
import { FieldFrame, FormFailure, NativeSelect, TextAreaField, useProductForm } from '@solvent/ui/forms';
import { Modal } from '@solvent/ui/overlays';
import { CircleCheck } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { modulePath } from '../../api/modules.ts';

const REASON_LABELS: Record<ModuleReportReason, string> = {
  bugs: 'Bugs or errors',
  compatibility: 'Compatibility issues',
  documentation: 'Documentation issues',
  security: 'Security concerns',
  other: 'Other',
};

/** Omits empty fields; an empty report is valid (product 5.14). */
const toRequestBody = (reason: string, description: string) => ({
  ...(reason ? { reason } : {}),
  ...(description.trim() ? { description: description.trim() } : {}),
});

function useReportForm(moduleId: string, onSent: () => void) {
  return useProductForm({
    initialValues: { reason: '', description: '' },
    // The rules do not accept an empty string as "no reason".
    rules: moduleReportRules.omit(['reason']),
    onSubmit: async ({ reason, description }) => {
      await http.post(modulePath(moduleId, '/reports'), toRequestBody(reason, description));
      onSent();
    },
    failure: 'The report could not be sent. Please try again.',
  });
}

const TITLE = 'Report an Issue';

interface ReportFormProps {
  form: ReturnType<typeof useReportForm>;
  onCancel: () => void;
}

function ReportForm({ form: { getFieldProps, formProps, isSubmitting, failureText }, onCancel }: ReportFormProps) {
  const { error, ...reason } = getFieldProps('reason');
  return (
    <form {...formProps} aria-label={TITLE}>
      <Stack gap="4" pb="4">
        <FieldFrame label="Reason" error={error}>
          <NativeSelect.Root>
            <NativeSelect.Field {...reason}>
              <option value="">Choose a reason</option>
              {MODULE_REPORT_REASONS.map((value) => (
                <option key={value} value={value}>
                  {REASON_LABELS[value]}
                </option>
              ))}
            </NativeSelect.Field>
            <NativeSelect.Indicator />
          </NativeSelect.Root>
        </FieldFrame>
        <TextAreaField
          {...getFieldProps('description')}
          label="Description"
          rows={4}
          help="What happens, and what should happen?"
        />
        <FormFailure text={failureText} />
        <Flex justify="flex-end" gap="3">
          <Button variant="outline" colorPalette="gray" disabled={isSubmitting} onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={isSubmitting}>
            Submit Report
          </Button>
        </Flex>
      </Stack>
    </form>
  );
}

function ThankYou({ onTimeout }: { onTimeout: () => void }) {
  const handleTimeout = useEffectEvent(onTimeout);
  useEffect(() => {
    const timer = setTimeout(() => handleTimeout(), MODULE_CONFIRMATION_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Stack role="status" align="center" textAlign="center" gap="3" pt="4" pb="8">
      <Box color="green.fg" aria-hidden>
        <CircleCheck size={36} />
      </Box>
      <Text fontWeight="600" fontSize="16px">
        Thank you for your report
      </Text>
      <Text color="fg.muted">We've received your feedback and will review it shortly.</Text>
    </Stack>
  );
}

/** Reports a module, then shows a thank-you for three seconds and closes (product 2.34 and 4.20). */
export function Component({ moduleId, onClose }: { moduleId: string; onClose: () => void }) {
  const [isSent, setSent] = useState(false);
  const form = useReportForm(moduleId, () => setSent(true));
  return (
    <Modal open onClose={onClose} title={TITLE} isBusy={!isSent && form.isSubmitting}>
      {isSent ? <ThankYou onTimeout={onClose} /> : <ReportForm form={form} onCancel={onClose} />}
    </Modal>
  );
}
