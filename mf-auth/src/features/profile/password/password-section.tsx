import { useSession } from '@solvent/store';
import { ProfileSection } from '../../../person/profile-section.tsx';
import { PartNotLoaded, PartSkeleton } from '../part-states.tsx';
import { useSignInMethods } from '../sign-in-methods/own-sign-in-methods.ts';
import { ChangePasswordPart } from './change-password-part.tsx';
import { SetPasswordPart } from './set-password-part.tsx';

/** Changes the password; an account without one gets a link to choose one. */
export function PasswordSection() {
  const { isPending, data, refetch } = useSignInMethods();
  const email = useSession((state) => state.userData?.email);
  return (
    <ProfileSection title="Password">
      {isPending ? <PartSkeleton label="Loading password" minH="72px" /> : null}
      {data?.password ? <ChangePasswordPart /> : null}
      {data && !data.password && email ? <SetPasswordPart email={email} /> : null}
      {!isPending && !data ? <PartNotLoaded text="How you sign in could not be loaded." onRetry={() => void refetch()} /> : null}
    </ProfileSection>
  );
}
