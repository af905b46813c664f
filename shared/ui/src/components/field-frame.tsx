import { Field } from '@chakra-ui/react';
import type { ReactNode } from 'react';

export interface FieldFrameProps {
  label: ReactNode;
  error?: string | undefined;
  help?: ReactNode;
  required?: boolean | undefined;
  children: ReactNode;
}

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
