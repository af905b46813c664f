import { useLocation } from '@solvent/router';
import { LinkButton } from '@solvent/ui';
import type { ButtonProps } from '@solvent/ui';

/** A link to the sign-in that returns to this page. */
export function SignInLink(props: ButtonProps) {
  const { pathname, search } = useLocation();
  return <LinkButton {...props} to="/signin" state={{ from: pathname + search }} />;
}
