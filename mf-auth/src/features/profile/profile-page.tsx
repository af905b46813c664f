import type { User } from '@solvent/contracts';
import { signOut } from '@solvent/http';
import { LoadError } from '@solvent/kit';
import { useNavigate } from '@solvent/router';
import { useSession } from '@solvent/store';
import {
  Button,
  HStack,
  lazyComponent,
  Page,
  Panel,
  PersonAvatar,
  Skeleton,
  Slots,
  Stack,
  reportLoadFailure,
  Text,
} from '@solvent/ui';
import { LogOut } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useOwnProfile } from '../../api/own-profile.ts';
import { useOwnSessions } from '../../api/sessions.ts';
import { useSignInMethods } from '../../api/sign-in-methods.ts';
import { ProfileSection, SectionSkeleton, useMarkdownReady } from '../../person/profile-section.tsx';
import { createProfileDraft } from './edit/profile-values.ts';
import { DeleteAccount } from './export-and-deletion/delete-account.tsx';
import { YourData } from './export-and-deletion/your-data.tsx';
import { PasswordSection } from './password/password-section.tsx';
import { EditablePicture } from './picture/picture-input.tsx';
import { usePicture } from './picture/use-picture.ts';
import { DetailsSkeleton, OwnDetails, preloadProfileForm } from './profile-details.tsx';
import { ProfileActions, ProfileHeader } from './profile-header.tsx';
import { RoleSection } from './role-section.tsx';
import { Sessions } from './sessions/sessions.tsx';
import { Settings } from './settings.tsx';
import { SignInMethods } from './sign-in-methods.tsx';

const BlockedPeople = lazyComponent(() => import(/* webpackChunkName: "blocked-people" */ './blocked-people.tsx'));

const PaymentDetails = lazyComponent(() => import(/* webpackChunkName: "payment-details" */ './payment-details.tsx'));

const BLOCKED_PEOPLE_FALLBACK = (
  <ProfileSection title="Blocked people">
    <SectionSkeleton label="Loading blocked people" minH="44px" />
  </ProfileSection>
);

function AccountSections({ user }: { user: User }) {
  return (
    <>
      <RoleSection user={user} />
      <SignInMethods />
      <PasswordSection />
      <PaymentDetails renderLoadError={() => null} />
      <Sessions />
      <BlockedPeople fallback={BLOCKED_PEOPLE_FALLBACK} renderLoadError={() => null} />
      <YourData />
      <DeleteAccount />
    </>
  );
}

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

const CropDialog = lazyComponent(() => import(/* webpackChunkName: "crop-dialog" */ './picture/crop-dialog.tsx'));

const getPictureInput = () => document.querySelector<HTMLElement>('[data-picture-input]');

/** Renders the session's user, which profile responses update, so that a switched role appears immediately. */
function OwnProfile({ user }: { user: User }) {
  const { isPending, data, error, refetch } = useOwnProfile();
  // Fetches in parallel with the profile; the sections render after the details to avoid layout shifts.
  useOwnSessions();
  useSignInMethods();
  const [isEditing, setEditing] = useState(() => Object.keys(createProfileDraft(user._id).read()).length > 0);
  const isMarkdownReady = useMarkdownReady();
  const picture = usePicture();
  useEffect(() => void preloadProfileForm(), []);
  const { chosen } = picture;
  const handleCropLoadError = () => {
    picture.close();
    reportLoadFailure('The dialog');
  };
  const editing = isEditing && data !== undefined;
  const avatar =
    data && !editing ? <EditablePicture user={user} picture={picture} /> : <PersonAvatar person={user} diameter={80} />;
  const actions = (
    <ProfileActions userId={user._id} canEdit={data !== undefined} isEditing={editing} onEdit={() => setEditing(true)} />
  );
  return (
    <>
      <ProfileHeader user={user} picture={avatar} actions={actions} />
      {picture.errorText && !editing ? (
        <Text role="alert" color="fg.error" mb="4">
          {picture.errorText}
        </Text>
      ) : null}
      {isPending || !isMarkdownReady ? (
        <DetailsSkeleton />
      ) : (
        <Stack gap="4">
          {data ? (
            <OwnDetails user={user} picture={picture} isEditing={editing} onClose={() => setEditing(false)} />
          ) : (
            <Panel>
              <LoadError title="Your profile could not be loaded" error={error} onRetry={() => void refetch()} />
            </Panel>
          )}
          <Settings />
          <Slots kind="settings" />
          <AccountSections user={user} />
          <SignOutButton />
        </Stack>
      )}
      {chosen ? (
        <CropDialog picture={chosen} onClose={picture.close} finalFocusEl={getPictureInput} onLoadError={handleCropLoadError} />
      ) : null}
    </>
  );
}

export function Component() {
  const user = useSession((state) => state.userData);
  return (
    <Page measure="reading">
      {user ? (
        <OwnProfile key={user._id} user={user} />
      ) : (
        <>
          <HStack gap="5" mb="6">
            <Skeleton boxSize="80px" rounded="full" />
            <Stack gap="2" flex="1">
              <Skeleton h="24px" w="50%" maxW="240px" />
              <Skeleton h="16px" w="30%" maxW="160px" />
            </Stack>
          </HStack>
          <DetailsSkeleton />
        </>
      )}
    </Page>
  );
}
