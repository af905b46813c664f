import { TextLink } from '@solvent/ui';
import { CheckboxField } from '@solvent/ui/forms';

interface TermsFieldProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  error?: string | undefined;
}

/** Agreeing to the terms. The pages open in tabs of their own: what is typed here stays. */
export function TermsField({ checked, onChange, error }: TermsFieldProps) {
  return (
    <CheckboxField name="terms" checked={checked} onChange={onChange} error={error}>
      I agree to the{' '}
      <TextLink to="/terms" target="_blank" rel="noopener">
        Terms of Service
      </TextLink>{' '}
      and{' '}
      <TextLink to="/privacy" target="_blank" rel="noopener">
        Privacy Policy
      </TextLink>
    </CheckboxField>
  );
}
