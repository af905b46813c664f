import { TextField } from '@solvent/ui/forms';

interface DollarsFieldProps {
  name: string;
  label: string;
  help: string;
  /** As typed; undefined while empty. */
  value: string | undefined;
  error: string | undefined;
  onBlur: (event: unknown) => void;
  onValue: (value: string | undefined) => void;
}

export const DollarsField = ({ value, onValue, ...field }: DollarsFieldProps) => (
  <TextField
    {...field}
    start="$"
    value={value ?? ''}
    inputMode="numeric"
    autoComplete="off"
    fontVariantNumeric="tabular-nums"
    // Accepts pasted text such as "$1,200"; the rules read the comma.
    onChange={(event) => onValue(event.target.value.replaceAll('$', '').trimStart() || undefined)}
    required
  />
);
