import { Field, Input, InputGroup, Textarea } from '@chakra-ui/react';
import type { InputProps, TextareaProps } from '@chakra-ui/react';
import type { ReactNode } from 'react';

interface FieldFrameProps {
  label: ReactNode;
  error?: string | undefined;
  help?: ReactNode;
  required?: boolean | undefined;
  children: ReactNode;
}

/** A label above a control, and its message or hint under it. */
export function FieldFrame({ label, error, help, required, children }: FieldFrameProps) {
  return (
    <Field.Root invalid={Boolean(error)} required={required}>
      <Field.Label>{label}</Field.Label>
      {children}
      {error ? <Field.ErrorText>{error}</Field.ErrorText> : null}
      {help && !error ? <Field.HelperText>{help}</Field.HelperText> : null}
    </Field.Root>
  );
}

type Frame = Omit<FieldFrameProps, 'children'>;

/** One line of text. */
export function TextField({
  label,
  error,
  help,
  required,
  end,
  ...input
}: Frame & { end?: ReactNode } & Omit<InputProps, 'size'>) {
  return (
    <FieldFrame label={label} error={error} help={help} required={required}>
      <InputGroup endElement={end} endElementProps={{ px: '1' }}>
        <Input {...input} />
      </InputGroup>
    </FieldFrame>
  );
}

/** Text of several lines. */
export function TextAreaField({ label, error, help, required, ...textarea }: Frame & TextareaProps) {
  return (
    <FieldFrame label={label} error={error} help={help} required={required}>
      <Textarea autoresize rows={5} {...textarea} />
    </FieldFrame>
  );
}
