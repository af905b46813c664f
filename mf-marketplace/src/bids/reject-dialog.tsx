import { BID } from '@solvent/contracts';
import { rejectBidRules } from '@solvent/contracts/rules';
import { Button, Text } from '@solvent/ui';
import { TextAreaField, useProductForm } from '@solvent/ui/forms';
import { Modal } from '@solvent/ui/overlays';
import { useId } from 'react';

interface RejectDialogProps {
  name: string;
  /** Rejects with what the server said of the fields. */
  onReject: (reason: string | undefined) => Promise<void>;
  onClose: () => void;
  finalFocusEl: () => HTMLElement | null;
}

/** Asks once before a bid is rejected, and for the reason, which may stay empty. */
export function Component({ name, onReject, onClose, finalFocusEl }: RejectDialogProps) {
  const formId = useId();
  const form = useProductForm({
    initialValues: { reason: '' },
    rules: rejectBidRules,
    onSubmit: ({ reason }) => onReject(reason.trim() || undefined),
  });
  const footer = (
    <>
      <Button variant="outline" colorPalette="gray" onClick={onClose}>
        Cancel
      </Button>
      <Button type="submit" form={formId} colorPalette="red" loading={form.isSubmitting} loadingText="Rejecting…">
        Reject
      </Button>
    </>
  );
  return (
    <Modal open onClose={onClose} title="Reject this bid?" size="sm" footer={footer} finalFocusEl={finalFocusEl}>
      <form id={formId} {...form.formProps}>
        <Text color="fg.muted" mb="4" overflowWrap="anywhere">
          {name} is told at once, with your reason if you give one.
        </Text>
        <TextAreaField
          {...form.fieldOf('reason')}
          label="Reason (optional)"
          help={`Up to ${BID.reasonMax} characters, for ${name} alone`}
          rows={3}
        />
      </form>
    </Modal>
  );
}
