import { ACCOUNT } from '@solvent/contracts';
import { useLocation } from '@solvent/router';
import { Button, Stack, Text, TextLink } from '@solvent/ui';
import { CheckboxField, FormFailure, PasswordField, TextField } from '@solvent/ui/forms';
import { buildEntryState } from '../../auth-card/route-state.ts';
import { SkillsField } from '../../skills/skills-field.tsx';
import { RoleChoice } from './role-choice.tsx';
import type { useSignUp } from './use-sign-up.ts';

interface TermsFieldProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  error?: string | undefined;
}

/** Opens the documents in new tabs, so that the form keeps its values. */
function TermsField({ checked, onChange, error }: TermsFieldProps) {
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

function EmailTaken({ email }: { email: string }) {
  const state = buildEntryState(useLocation().state, email);
  return (
    <Text color="fg.muted">
      Is this your account?{' '}
      <TextLink to="/signin" state={state}>
        Sign in with this email
      </TextLink>{' '}
      or{' '}
      <TextLink to="/reset-password" state={state}>
        reset your password
      </TextLink>
      .
    </Text>
  );
}

export function SignUpForm({ form, isEmailTaken }: Pick<ReturnType<typeof useSignUp>, 'form' | 'isEmailTaken'>) {
  const { getFieldProps, formProps, values, setFieldValue, setFieldTouched, isSubmitting, failureText } = form;
  return (
    <form {...formProps}>
      <Stack gap="4">
        <TextField {...getFieldProps('name')} label="Full name" autoComplete="name" required />
        <Stack gap="1">
          <TextField {...getFieldProps('email')} label="Email" type="email" autoComplete="email" inputMode="email" required />
          {isEmailTaken ? <EmailTaken email={values.email} /> : null}
        </Stack>
        <PasswordField
          {...getFieldProps('password')}
          label="Password"
          autoComplete="new-password"
          help={`At least ${ACCOUNT.passwordMin} characters`}
          required
        />
        <RoleChoice value={values.role} onChange={(role) => void setFieldValue('role', role)} />
        {values.role === 'solver' ? (
          <SkillsField
            label="Areas of expertise"
            skills={values.expertiseAreas}
            onChange={(skills) => void setFieldValue('expertiseAreas', skills)}
            onLeave={() => void setFieldTouched('expertiseAreas')}
            error={getFieldProps('expertiseAreas').error}
          />
        ) : null}
        <TermsField
          checked={values.terms}
          onChange={(checked) => void setFieldValue('terms', checked)}
          error={getFieldProps('terms').error}
        />
        <FormFailure text={failureText} />
        <Button type="submit" loading={isSubmitting} loadingText="Creating Account..." mt="1">
          Create Account
        </Button>
      </Stack>
    </form>
  );
}
