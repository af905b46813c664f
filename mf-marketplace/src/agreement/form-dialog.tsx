import { Button, Stack } from '@solvent/ui';
import { Modal } from '@solvent/ui/overlays';
import { useId } from 'react';
import type { ComponentProps, ReactNode } from 'react';

/** What every dialog about an agreement is given. */
export interface AgreementDialogProps {
  onClose: () => void;
  /** What has the focus afterwards: the change may have taken the button away. */
  finalFocusEl: () => HTMLElement | null;
}

interface FormDialogProps extends AgreementDialogProps {
  title: string;
  form: { formProps: ComponentProps<'form'>; isSubmitting: boolean };
  /** The button that sends it, and what it says meanwhile. */
  submitLabel: string;
  busyLabel: string;
  /** The request is on its way; by default from the submit on. */
  isBusy?: boolean;
  isDestructive?: boolean;
  children: ReactNode;
}

/** A form in a dialog: Cancel, and the one button that sends it. What was typed is the form's to keep. */
export function FormDialog({
  title,
  form,
  submitLabel,
  busyLabel,
  isBusy = form.isSubmitting,
  isDestructive = false,
  children,
  ...dialog
}: FormDialogProps) {
  const formId = useId();
  const footer = (
    <>
      <Button variant="outline" colorPalette="gray" disabled={isBusy} onClick={dialog.onClose}>
        Cancel
      </Button>
      <Button
        type="submit"
        form={formId}
        colorPalette={isDestructive ? 'red' : 'brand'}
        loading={form.isSubmitting}
        loadingText={busyLabel}
      >
        {submitLabel}
      </Button>
    </>
  );
  return (
    <Modal open title={title} footer={footer} isBusy={isBusy} {...dialog}>
      {/* What is typed after the submit would be lost with the dialog. */}
      <form id={formId} {...form.formProps} inert={form.isSubmitting}>
        <Stack gap="5">{children}</Stack>
      </form>
    </Modal>
  );
}
