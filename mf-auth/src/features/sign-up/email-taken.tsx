import { useLocation } from '@solvent/router';
import { Text, TextLink } from '@solvent/ui';
import { entryState } from '../../account/entry-state.ts';

/** Under an address that has an account already: the ways to that account. */
export function EmailTaken({ email }: { email: string }) {
  const state = entryState(useLocation().state, email);
  return (
    <Text color="fg.muted">
      Is it yours?{' '}
      <TextLink to="/signin" state={state}>
        Sign in with it
      </TextLink>{' '}
      or{' '}
      <TextLink to="/reset-password" state={state}>
        reset your password
      </TextLink>
      .
    </Text>
  );
}
