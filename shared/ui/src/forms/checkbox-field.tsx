import { Checkbox, Field } from '@chakra-ui/react';
import type { ReactNode } from 'react';

interface CheckboxFieldProps {
  name: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  error?: string | undefined;
  children: ReactNode;
}

/** A box to tick, its text, and its message under it. */
export function CheckboxField({ name, checked, onChange, error, children }: CheckboxFieldProps) {
  return (
    <Field.Root invalid={Boolean(error)}>
      <Checkbox.Root name={name} checked={checked} invalid={Boolean(error)} onCheckedChange={(change) => onChange(change.checked === true)}>
        <Checkbox.HiddenInput />
        <Checkbox.Control />
        <Checkbox.Label>{children}</Checkbox.Label>
      </Checkbox.Root>
      {error ? <Field.ErrorText>{error}</Field.ErrorText> : null}
    </Field.Root>
  );
}
