import type { User } from '@solvent/contracts';
import { Box, chakra, PersonAvatar } from '@solvent/ui';
import { Camera } from 'lucide-react';
import { PictureInput } from './picture-input.tsx';
import type { OwnPicture } from './use-picture.ts';

const Label = chakra('label', {
  base: {
    position: 'relative',
    display: 'block',
    flexShrink: '0',
    alignSelf: 'flex-start',
    rounded: 'full',
    cursor: 'pointer',
    '&:has(:focus-visible)': { outline: '2px solid', outlineColor: 'brand.focusRing', outlineOffset: '2px' },
    '&:hover > [data-part=camera]': { bg: 'bg.muted', color: 'fg' },
  },
});

const Camera28 = () => (
  <Box
    data-part="camera"
    position="absolute"
    bottom="-2px"
    insetEnd="-2px"
    display="grid"
    placeItems="center"
    boxSize="28px"
    rounded="full"
    bg="bg.panel"
    color="fg.muted"
    borderWidth="1px"
    borderColor="border.emphasized"
    aria-hidden
  >
    <Camera size={14} />
  </Box>
);

/** The own picture, which leads to choosing another one. */
export function PictureBadge({ user, picture }: { user: User; picture: OwnPicture }) {
  return (
    <Label>
      <PersonAvatar person={user} diameter={80} />
      <Camera28 />
      <PictureInput label={user.image ? 'Change picture' : 'Add a picture'} onChoose={picture.choose} />
    </Label>
  );
}
