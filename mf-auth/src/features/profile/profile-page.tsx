import type { User } from '@solvent/contracts';
import { useSession } from '@solvent/store';
import { Button, Notice, Page, Panel, Stack } from '@solvent/ui';
import { CloudAlert } from 'lucide-react';
import { DetailsSkeleton } from './details-skeleton.tsx';
import { useOwnProfile } from './own-profile.ts';
import { ProfileDetails } from './profile-details.tsx';
import { ProfileHeader } from './profile-header.tsx';
import { useOwnSessions } from './sessions/own-sessions.ts';
import { Sessions } from './sessions/sessions.tsx';
import { Settings } from './settings.tsx';
import { SignOutButton } from './sign-out-button.tsx';

function NotLoaded({ onRetry }: { onRetry: () => void }) {
  return (
    <Panel>
      <Notice
        icon={CloudAlert}
        tone="error"
        title="Your profile could not be loaded"
        text="Check your connection and try again."
        action={
          <Button variant="outline" colorPalette="gray" onClick={onRetry}>
            Try again
          </Button>
        }
      />
    </Panel>
  );
}

/** The answer renews the stored user, and that one is shown: a role switched meanwhile is never behind. */
function Body({ user }: { user: User }) {
  const { isPending, data, refetch } = useOwnProfile();
  // Asked for together; what stands below the details waits for them, so that nothing moves.
  useOwnSessions();
  if (isPending) return <DetailsSkeleton />;
  return (
    <Stack gap="4">
      {data ? <ProfileDetails user={user} /> : <NotLoaded onRetry={() => void refetch()} />}
      <Settings />
      <Sessions />
      <SignOutButton />
    </Stack>
  );
}

/** /profile: the own one. */
export function Component() {
  const user = useSession((state) => state.userData);
  if (!user) return null;
  return (
    <Page measure="reading">
      <ProfileHeader user={user} />
      <Body user={user} />
    </Page>
  );
}
