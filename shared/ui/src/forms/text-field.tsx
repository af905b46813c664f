import { InputGroup } from '@chakra-ui/react';
import type { InputProps, TextareaProps } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { FieldFrame } from '../components/field-frame.tsx';
import type { FieldFrameProps } from '../components/field-frame.tsx';
import { useHydrated } from '../components/use-hydrated.ts';
import { FieldInput, FieldTextarea } from './entries.tsx';

type Frame = Omit<FieldFrameProps, 'children'>;

export function TextField({
  label,
  error,
  help,
  required,
  start,
  end,
  ...input
}: Frame & { start?: ReactNode; end?: ReactNode } & Omit<InputProps, 'size'>) {
  return (
    <FieldFrame label={label} error={error} help={help} required={required}>
      <InputGroup startElement={start} endElement={end} endElementProps={{ px: '0.5' }} endOffset="-10px">
        <FieldInput {...input} />
      </InputGroup>
    </FieldFrame>
  );
}

export function TextAreaField({ label, error, help, required, ...textarea }: Frame & TextareaProps) {
  // Autoresize sets inline styles, which the server must not render (CSP).
  const isHydrated = useHydrated();
  return (
    <FieldFrame label={label} error={error} help={help} required={required}>
      <FieldTextarea autoresize={isHydrated} rows={5} {...textarea} />
    </FieldFrame>
  );
}
