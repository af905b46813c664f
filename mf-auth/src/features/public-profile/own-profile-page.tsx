import { signOut } from '@solvent/http';
import { useNavigate } from '@solvent/router';
import { useSession } from '@solvent/store';
import { Button, Page, Stack } from '@solvent/ui';
import { LogOut } from 'lucide-react';
import { useOwnProfile } from '../../api/own-profile.ts';
import { RoleSection } from '../../switch-role/role-section.tsx';
import { ProfileSkeleton, PublicProfileView } from './public-profile-view.tsx';

function SignOutButton() {
  const navigate = useNavigate();
  // `flushSync`: the route must change before the session ends, or RequireSession redirects to /signin.
  const handleSignOut = () => void signOut(() => void navigate('/home', { flushSync: true }));
  return (
    <Button variant="outline" colorPalette="gray" alignSelf="flex-start" onClick={handleSignOut}>
      <LogOut size={16} aria-hidden />
      Sign out
    </Button>
  );
}

/** /profile: the user's own profile as others see it, role switch and sign-out (product 2.14). */
export function Component() {
  const user = useSession((state) => state.userData);
  // Updates the stored user. The public profile does not notice an ended session.
  useOwnProfile();
  return (
    <Page measure="reading">
      {user ? (
        <>
          <PublicProfileView key={user._id} id={user._id} />
          <Stack gap="4" mt="4">
            <RoleSection user={user} />
            <SignOutButton />
          </Stack>
        </>
      ) : (
        <ProfileSkeleton />
      )}
    </Page>
  );
}
