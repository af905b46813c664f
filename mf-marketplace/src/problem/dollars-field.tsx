import { TextField } from '@solvent/ui/forms';

interface DollarsFieldProps {
  name: string;
  label: string;
  help: string;
  /** As typed; missing while nothing is. */
  value: string | undefined;
  error: string | undefined;
  onBlur: (event: unknown) => void;
  onValue: (value: string | undefined) => void;
}

/** Whole US dollars. */
export const DollarsField = ({ value, onValue, ...field }: DollarsFieldProps) => (
  <TextField
    {...field}
    start="$"
    value={value ?? ''}
    inputMode="numeric"
    autoComplete="off"
    fontVariantNumeric="tabular-nums"
    // People paste "$1,200".
    onChange={(event) => onValue(event.target.value.replaceAll(/[$,\s]/g, '') || undefined)}
    required
  />
);
