import { AGREEMENT, countCharacters, formatNumber } from '@solvent/contracts';
import { useAutosave } from '@solvent/kit';
import type { usePersistedDraft } from '@solvent/kit';
import { Button, Stack, Text, toast } from '@solvent/ui';
import { FormFailure, useProductForm } from '@solvent/ui/forms';
import { MarkdownField } from '@solvent/ui/markdown';
import { Modal } from '@solvent/ui/overlays';
import { useId, useRef } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { isStaleWrite } from '../api/stale-write.ts';
import { UploadsFailedError } from '../attachments/use-attachments.ts';
import { getReturnFocus } from './focus.ts';

type FormOptions<Values extends object> = Parameters<typeof useProductForm<Values>>[0];

interface DraftFormOptions<Values extends object> extends Pick<FormOptions<Values>, 'rules'> {
  /** Fields of the draft that the form does not have. */
  saved?: Partial<Values>;
  send: (values: Values) => Promise<unknown>;
  onClose: () => void;
}

/** A form in a dialog that saves a draft. A conflict closes the dialog, like a success, but keeps the draft. */
export function useDraftForm<Values extends object>(
  draft: ReturnType<typeof usePersistedDraft<Values>>,
  { rules, saved, send, onClose }: DraftFormOptions<Values>,
) {
  const form = useProductForm<Values>({
    initialValues: draft.initialValue,
    rules,
    onSubmit: async (values) => {
      try {
        await send(values);
        draft.clear();
        onClose();
      } catch (error) {
        if (error instanceof UploadsFailedError) toast.error(error.message, { cause: error });
        if (isStaleWrite(error)) onClose();
        throw error;
      }
    },
  });
  useAutosave(draft, { ...form.values, ...saved });
  return form;
}

/** Returns the focus to the opener of a dialog, or to the page's title after a change that will remove the opener. */
export function useFinalFocus() {
  const target = useRef(getReturnFocus());
  const focusTitle = () => {
    target.current = getReturnFocus(null);
  };
  return { finalFocusEl: () => target.current(), focusTitle };
}

/** Formats the length of a text: "12 of 2,000 characters, at least 20". */
export function formatLength(text: string, max: number, min = 0): string {
  const length = countCharacters(text.trim());
  const count = `${formatNumber(length)} of ${formatNumber(max)} characters`;
  return length < min ? `${count}, at least ${min}` : count;
}

interface NoteFieldProps extends Omit<ComponentProps<typeof MarkdownField>, 'value'> {
  value: string;
  min?: number;
}

export function NoteField({ min, ...props }: NoteFieldProps) {
  return (
    <MarkdownField
      help={`Markdown works here. ${formatLength(props.value, AGREEMENT.noteMax, min)}`}
      minH="120px"
      headingsFrom={3}
      dir="auto"
      required
      data-autofocus=""
      {...props}
    />
  );
}

interface FormDialogProps {
  title: string;
  text: ReactNode;
  form: { formProps: ComponentProps<'form'>; isSubmitting: boolean; failureText: string | undefined };
  submitLabel: string;
  busyLabel: string;
  /** Blocks closing while the request is sent. Defaults to the whole submit. */
  isBusy?: boolean;
  isDestructive?: boolean;
  size?: ComponentProps<typeof Modal>['size'];
  onClose: () => void;
  /** Element to focus after closing: the change may have removed the button that opened the dialog. */
  finalFocusEl: () => HTMLElement | null;
  children: ReactNode;
}

export function FormDialog({
  text,
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
    <Modal open footer={footer} isBusy={isBusy} {...dialog}>
      {/* Text typed during the submit would be lost when the dialog closes. */}
      <form id={formId} {...form.formProps} inert={form.isSubmitting}>
        <Stack gap="5">
          <Text color="fg.muted" overflowWrap="anywhere">
            {text}
          </Text>
          {children}
          <FormFailure text={form.failureText} />
        </Stack>
      </form>
    </Modal>
  );
}
