import { BID } from '@solvent/contracts';
import { Grid } from '@solvent/ui';
import { TextField } from '@solvent/ui/forms';
import type { ChangeEvent, ComponentProps, ReactNode } from 'react';

interface NumberFieldProps extends Pick<
  ComponentProps<typeof TextField>,
  'name' | 'label' | 'help' | 'start' | 'error' | 'onBlur'
> {
  value: string;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
}

const NumberField = (props: NumberFieldProps) => (
  <TextField inputMode="numeric" autoComplete="off" fontVariantNumeric="tabular-nums" required {...props} />
);

export const DollarsField = ({ onChange, ...field }: NumberFieldProps) => (
  <NumberField
    {...field}
    start="$"
    // Accepts pasted text such as "$1,200"; the rules read the comma.
    onChange={(event) => {
      event.target.value = event.target.value.replaceAll('$', '').trimStart();
      onChange(event);
    }}
  />
);

export const DaysField = (field: NumberFieldProps) => <NumberField help={`${BID.daysMin} to ${BID.daysMax}`} {...field} />;

export const FieldPair = ({ children }: { children: ReactNode }) => (
  <Grid templateColumns={{ base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }} gap="5" alignItems="start">
    {children}
  </Grid>
);
