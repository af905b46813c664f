import { NativeSelect } from '@chakra-ui/react';
import type { NativeSelectFieldProps } from '@chakra-ui/react';
import { useMemo } from 'react';
import { FieldFrame } from '../components/field-frame.tsx';
import type { FieldFrameProps } from '../components/field-frame.tsx';

interface SelectFieldProps extends Omit<FieldFrameProps, 'children'>, Omit<NativeSelectFieldProps, 'placeholder' | 'children'> {
  placeholder: string;
  options: Record<string, string>;
}

export function SelectField({ label, error, help, required, placeholder, options, ...select }: SelectFieldProps) {
  // Memoized, because hundreds of countries would be compared at each key in other fields.
  const choices = useMemo(
    () =>
      Object.entries(options).map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      )),
    [options],
  );
  return (
    <FieldFrame label={label} error={error} help={help} required={required}>
      <NativeSelect.Root>
        <NativeSelect.Field {...select}>
          <option value="">{placeholder}</option>
          {choices}
        </NativeSelect.Field>
        <NativeSelect.Indicator />
      </NativeSelect.Root>
    </FieldFrame>
  );
}
