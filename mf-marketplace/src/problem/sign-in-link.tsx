import { useLocation } from '@solvent/router';
import { LinkButton } from '@solvent/ui';
import type { ButtonProps } from '@solvent/ui';

/** Leads through the sign-in and back here. */
export function SignInLink(props: ButtonProps) {
  const { pathname, search } = useLocation();
  return <LinkButton {...props} to="/signin" state={{ from: pathname + search }} />;
}
