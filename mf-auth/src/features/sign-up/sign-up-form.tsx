import { ACCOUNT } from '@solvent/contracts';
import { Button, Stack } from '@solvent/ui';
import { PasswordField, TextField } from '@solvent/ui/forms';
import { SkillsField } from '../../skills/skills-field.tsx';
import { EmailTaken } from './email-taken.tsx';
import { RoleChoice } from './role-choice.tsx';
import { TermsField } from './terms-field.tsx';
import type { useSignUp } from './use-sign-up.ts';

/** Name, address, password, role, a solver's skills, the terms. */
export function SignUpForm({ form, isTaken }: Pick<ReturnType<typeof useSignUp>, 'form' | 'isTaken'>) {
  const { fieldOf, formProps, values, setFieldValue, setFieldTouched, isSubmitting } = form;
  return (
    <form {...formProps}>
      <Stack gap="4">
        <TextField {...fieldOf('name')} label="Full name" autoComplete="name" required />
        <Stack gap="1">
          <TextField {...fieldOf('email')} label="Email" type="email" autoComplete="email" inputMode="email" required />
          {isTaken ? <EmailTaken email={values.email} /> : null}
        </Stack>
        <PasswordField
          {...fieldOf('password')}
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
            error={fieldOf('expertiseAreas').error}
          />
        ) : null}
        <TermsField
          checked={values.terms}
          onChange={(checked) => void setFieldValue('terms', checked)}
          error={fieldOf('terms').error}
        />
        <Button type="submit" loading={isSubmitting} loadingText="Creating Account..." mt="1">
          Create Account
        </Button>
      </Stack>
    </form>
  );
}
