import { useLocation, useNavigate } from '@solvent/router';
import type { PendingAction } from '@solvent/store';
import { LinkButton } from '@solvent/ui';
import type { ButtonProps } from '@solvent/ui';

/** Why a visitor signs in (product 2.63). */
interface SignInReason {
  /** Completes "Sign in to …" and "Create an account to …". */
  purpose: string;
  /** The page of now performs it after the sign-in. */
  action?: PendingAction | undefined;
}

/** Goes to the sign-in, which returns to this page. */
export function useSignIn(): (reason: SignInReason) => void {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  return (reason) => void navigate('/signin', { state: { from: pathname + search, ...reason } });
}

/** A link to the sign-in, which returns to this page. */
export function SignInLink({ purpose, action, ...props }: ButtonProps & SignInReason) {
  const { pathname, search } = useLocation();
  return <LinkButton {...props} to="/signin" state={{ from: pathname + search, purpose, action }} />;
}
