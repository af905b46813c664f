import { chakra, Field } from '@chakra-ui/react';
import type { ReactNode } from 'react';

interface CheckboxFieldProps {
  name: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  error?: string | undefined;
  children: ReactNode;
}

const Box = chakra('input', {
  base: {
    w: '18px',
    h: '18px',
    m: '0',
    mt: '1px',
    flexShrink: '0',
    accentColor: 'brand.solid',
    cursor: 'pointer',
    focusVisibleRing: 'outside',
    rounded: 'l1',
  },
});

export function CheckboxField({ name, checked, onChange, error, children }: CheckboxFieldProps) {
  return (
    <Field.Root invalid={Boolean(error)}>
      <chakra.label
        display="flex"
        gap="2.5"
        cursor="pointer"
        fontWeight="500"
        py={{ base: '3', md: '0.5' }}
        my={{ base: '-2', md: '-0.5' }}
      >
        <Field.Context>
          {({ ids }) => (
            <Box
              type="checkbox"
              name={name}
              checked={checked}
              aria-invalid={error ? true : undefined}
              aria-describedby={error ? ids.errorText : undefined}
              onChange={(event) => onChange(event.currentTarget.checked)}
            />
          )}
        </Field.Context>
        <span>{children}</span>
      </chakra.label>
      {error ? <Field.ErrorText>{error}</Field.ErrorText> : null}
    </Field.Root>
  );
}
