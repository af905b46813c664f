import type { User } from '@solvent/contracts';
import { renderInlineLoadError, SkeletonRegion } from '@solvent/kit';
import { lazyComponent, Panel, Skeleton, Stack, Text } from '@solvent/ui';
import { Markdown } from '@solvent/ui/markdown';
import { ExpertiseAreas, hasLocationOrLinks, LocationAndLinks } from '../../person/person-facts.tsx';
import { ProfileSection } from '../../person/profile-section.tsx';
import { PictureRow } from './picture/picture-input.tsx';
import type { OwnPicture } from './picture/use-picture.ts';

export const DetailsSkeleton = () => (
  <SkeletonRegion minH="172px">
    <Panel>
      <Stack gap="3">
        <Skeleton h="5" w="30%" />
        <Skeleton h="4" w="55%" />
        <Skeleton h="4" w="95%" />
        <Skeleton h="4" w="80%" />
        <Skeleton h="4" w="40%" />
      </Stack>
    </Panel>
  </SkeletonRegion>
);

function ProfileDetails({ user }: { user: User }) {
  const { bio, expertiseAreas } = user;
  const hasDetails = bio.trim() !== '' || hasLocationOrLinks(user);
  return (
    <>
      <ProfileSection title="About">
        {hasDetails ? (
          <Stack gap="4">
            {bio ? <Markdown text={bio} headingsFrom={3} /> : null}
            <LocationAndLinks person={user} />
          </Stack>
        ) : (
          <Text color="fg.muted">
            Nothing here yet. Add what you do and where to find you. It appears on your public profile.
          </Text>
        )}
      </ProfileSection>
      {expertiseAreas.length > 0 ? (
        <ProfileSection title="Areas of expertise">
          <ExpertiseAreas areas={expertiseAreas} />
        </ProfileSection>
      ) : null}
    </>
  );
}

const ProfileForm = lazyComponent(() => import(/* webpackChunkName: "edit-profile" */ './edit/profile-form.tsx'));
const renderFormLoadError = renderInlineLoadError('The form');

export const preloadProfileForm = (): Promise<void> => ProfileForm.preload();

interface OwnDetailsProps {
  user: User;
  picture: OwnPicture;
  isEditing: boolean;
  onClose: () => void;
}

export function OwnDetails({ user, picture, isEditing, onClose }: OwnDetailsProps) {
  const details = <ProfileDetails user={user} />;
  if (!isEditing) return details;
  return (
    <ProfileForm
      user={user}
      picture={<PictureRow user={user} picture={picture} />}
      onClose={onClose}
      fallback={details}
      renderLoadError={(retry) => <Panel>{renderFormLoadError(retry)}</Panel>}
    />
  );
}
