import type { User } from '@solvent/contracts';
import { ProfileForm } from './edit/profile-form.tsx';
import { PictureRow } from './picture/picture-row.tsx';
import type { OwnPicture } from './picture/use-picture.ts';
import { ProfileDetails } from './profile-details.tsx';

interface OwnDetailsProps {
  user: User;
  picture: OwnPicture;
  isEditing: boolean;
  onClose: () => void;
}

/** What the person says of themselves, read or edited in place. */
export function OwnDetails({ user, picture, isEditing, onClose }: OwnDetailsProps) {
  if (!isEditing) return <ProfileDetails user={user} />;
  return <ProfileForm user={user} picture={<PictureRow user={user} picture={picture} />} onClose={onClose} />;
}
