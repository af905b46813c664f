import { loginRules } from '@solvent/contracts/rules';
import { Button, Stack } from '@solvent/ui';
import { TextField, useProductForm } from '@solvent/ui/forms';

const rules = loginRules.pick(['email']);

/** An address that was tried already, and the sentence about it. */
export interface AddressProblem {
  email: string;
  text: string;
}

interface AddressFormProps {
  initial?: string;
  submitLabel: string;
  problem?: AddressProblem | undefined;
  onSubmit: (email: string) => Promise<void>;
  /** What the button says meanwhile. */
  busyLabel?: string;
}

const normal = (email: string) => email.trim().toLowerCase();

/** Asks for the address that the link belongs to, or goes to. */
export function AddressForm({ initial = '', submitLabel, busyLabel = submitLabel, problem, onSubmit }: AddressFormProps) {
  const { fieldOf, formProps, isSubmitting } = useProductForm({
    initialValues: { email: initial },
    rules,
    onSubmit: ({ email }) => onSubmit(normal(email)),
  });
  const field = fieldOf('email');
  const error = field.error ?? (problem?.email === normal(field.value) ? problem.text : undefined);
  return (
    <form {...formProps}>
      <Stack gap="4">
        <TextField {...field} error={error} label="Email" type="email" autoComplete="email" inputMode="email" required />
        <Button type="submit" loading={isSubmitting} loadingText={busyLabel}>
          {submitLabel}
        </Button>
      </Stack>
    </form>
  );
}
