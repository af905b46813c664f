import { Button, Stack } from '@solvent/ui';
import { FormFailure } from '@solvent/ui/forms';
import { Modal } from '@solvent/ui/overlays';
import { useId } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { isStaleWrite } from '../api/stale-write.ts';

export interface AgreementDialogProps {
  onClose: () => void;
  /** Element to focus after closing: the change may have removed the button that opened the dialog. */
  finalFocusEl: () => HTMLElement | null;
}

/** Sends, deletes the draft and closes the dialog. A conflict closes it too, and keeps the draft. @throws the failure of `send` */
export async function sendAndClose(
  send: () => Promise<unknown>,
  draft: { clear: () => void },
  onClose: () => void,
): Promise<void> {
  try {
    await send();
    draft.clear();
    onClose();
  } catch (error) {
    if (isStaleWrite(error)) onClose();
    throw error;
  }
}

interface FormDialogProps extends AgreementDialogProps {
  title: string;
  form: { formProps: ComponentProps<'form'>; isSubmitting: boolean; failureText: string | undefined };
  submitLabel: string;
  busyLabel: string;
  /** Blocks closing while the request is sent. Defaults to the whole submit. */
  isBusy?: boolean;
  isDestructive?: boolean;
  children: ReactNode;
}

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
      {/* Text typed during the submit would be lost when the dialog closes. */}
      <form id={formId} {...form.formProps} inert={form.isSubmitting}>
        <Stack gap="5">
          {children}
          <FormFailure text={form.failureText} />
        </Stack>
      </form>
    </Modal>
  );
}
