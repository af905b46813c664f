import type { User } from '@solvent/contracts';
import { useSession } from '@solvent/store';
import { Page, PersonAvatar, Stack, Text } from '@solvent/ui';
import { useState } from 'react';
import { useMarkdownReady } from '../../person/use-markdown-ready.ts';
import { AccountSections } from './account-sections.tsx';
import { DetailsSkeleton } from './details-skeleton.tsx';
import { readDraft } from './edit/profile-draft.ts';
import { NotLoaded } from './not-loaded.tsx';
import { OwnDetails } from './own-details.tsx';
import { useOwnProfile } from './own-profile.ts';
import { PictureBadge } from './picture/picture-badge.tsx';
import { usePicture } from './picture/use-picture.ts';
import { ProfileActions } from './profile-actions.tsx';
import { ProfileHeader } from './profile-header.tsx';
import { useOwnSessions } from './sessions/own-sessions.ts';
import { Settings } from './settings.tsx';
import { useSignInMethods } from './sign-in-methods/own-sign-in-methods.ts';
import { SignOutButton } from './sign-out-button.tsx';

const pictureInput = () => document.querySelector<HTMLElement>('[data-picture-input]');

/** The answer renews the stored user, and that one is shown: a role switched meanwhile is never behind. */
function OwnProfile({ user }: { user: User }) {
  const { isPending, data, refetch } = useOwnProfile();
  // Asked for together; what stands below the details waits for them, so that nothing moves.
  useOwnSessions();
  useSignInMethods();
  const [isEditing, setEditing] = useState(() => readDraft(user._id) !== null);
  const isMarkdownReady = useMarkdownReady();
  const picture = usePicture();
  const { chosen, CropDialog } = picture;
  const editing = isEditing && data !== undefined;
  const avatar = data && !editing ? <PictureBadge user={user} picture={picture} /> : <PersonAvatar person={user} diameter={80} />;
  const actions = (
    <ProfileActions userId={user._id} canEdit={data !== undefined} isEditing={editing} onEdit={() => setEditing(true)} />
  );
  return (
    <>
      <ProfileHeader user={user} picture={avatar} actions={actions} />
      {picture.problem && !editing ? (
        <Text role="alert" color="fg.error" mb="4">
          {picture.problem}
        </Text>
      ) : null}
      {isPending || !isMarkdownReady ? (
        <DetailsSkeleton />
      ) : (
        <Stack gap="4">
          {data ? (
            <OwnDetails user={user} picture={picture} isEditing={editing} onClose={() => setEditing(false)} />
          ) : (
            <NotLoaded onRetry={() => void refetch()} />
          )}
          <Settings />
          <AccountSections user={user} />
          <SignOutButton />
        </Stack>
      )}
      {chosen && CropDialog ? <CropDialog picture={chosen} onClose={picture.close} finalFocusEl={pictureInput} /> : null}
    </>
  );
}

/** /profile: the own one. */
export function Component() {
  const user = useSession((state) => state.userData);
  if (!user) return null;
  return (
    <Page measure="reading">
      <OwnProfile key={user._id} user={user} />
    </Page>
  );
}
