import type { User } from '@solvent/contracts';
import { LoadError, renderInlineLoadError, SkeletonRegion } from '@solvent/kit';
import { lazyComponent, Panel, reportLoadFailure, Skeleton, Stack } from '@solvent/ui';
import { useOwnProfile } from '../../api/own-profile.ts';
import { PictureRow } from './picture/picture-input.tsx';
import { usePicture } from './picture/use-picture.ts';

const ProfileForm = lazyComponent(() => import(/* webpackChunkName: "edit-profile" */ './edit/profile-form.tsx'));
const CropDialog = lazyComponent(() => import(/* webpackChunkName: "crop-dialog" */ './picture/crop-dialog.tsx'));

const renderFormLoadError = renderInlineLoadError('The form');

export const FormSkeleton = () => (
  <SkeletonRegion minH="60vh">
    <Panel>
      <Stack gap="5">
        <Skeleton h="64px" w="240px" />
        <Skeleton h="60px" />
        <Skeleton h="60px" />
        <Skeleton h="220px" />
        <Skeleton h="60px" />
      </Stack>
    </Panel>
  </SkeletonRegion>
);

const getPictureInput = () => document.querySelector<HTMLElement>('[data-picture-input]');

export function ProfileSettings({ user }: { user: User }) {
  const { isPending, data, error, refetch } = useOwnProfile();
  const picture = usePicture();
  const { chosen } = picture;
  const handleCropLoadError = () => {
    picture.close();
    reportLoadFailure('The dialog');
  };
  if (isPending) return <FormSkeleton />;
  if (!data)
    return (
      <Panel>
        <LoadError title="Your profile could not be loaded" error={error} onRetry={() => void refetch()} />
      </Panel>
    );
  return (
    <>
      <ProfileForm
        user={user}
        picture={<PictureRow user={user} picture={picture} />}
        fallback={<FormSkeleton />}
        renderLoadError={(retry) => <Panel>{renderFormLoadError(retry)}</Panel>}
      />
      {chosen ? (
        <CropDialog picture={chosen} onClose={picture.close} finalFocusEl={getPictureInput} onLoadError={handleCropLoadError} />
      ) : null}
    </>
  );
}
