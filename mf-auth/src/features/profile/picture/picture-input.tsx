import { AVATAR } from '@solvent/contracts';
import type { User } from '@solvent/contracts';
import { Box, Button, chakra, Flex, PersonAvatar, Text, VisuallyHidden } from '@solvent/ui';
import { Camera } from 'lucide-react';
import { useId } from 'react';
import type { ChangeEvent } from 'react';
import type { OwnPicture } from './use-picture.ts';

interface PictureInputProps {
  label: string;
  describedBy?: string | undefined;
  onChoose: (file: File) => void;
}

function PictureInput({ label, describedBy, onChoose }: PictureInputProps) {
  function choose({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const file = currentTarget.files?.[0];
    // Allows the same file to be selected again after a failure.
    currentTarget.value = '';
    if (file) onChoose(file);
  }
  return (
    <VisuallyHidden asChild>
      <input
        type="file"
        accept={AVATAR.types.join(',')}
        aria-label={label}
        aria-describedby={describedBy}
        data-picture-input=""
        onChange={choose}
      />
    </VisuallyHidden>
  );
}

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

const CameraBadge = () => (
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

export function EditablePicture({ user, picture }: { user: User; picture: OwnPicture }) {
  return (
    <Label>
      <PersonAvatar person={user} diameter={80} />
      <CameraBadge />
      <PictureInput label={user.image ? 'Change picture' : 'Add a picture'} onChoose={picture.choose} />
    </Label>
  );
}

/** Changes here are saved immediately, unlike the rest of the form. */
export function PictureRow({ user, picture }: { user: User; picture: OwnPicture }) {
  const hintId = useId();
  const label = user.image ? 'Change picture' : 'Add a picture';
  return (
    <Box>
      <Text fontWeight="500" mb="1.5">
        Picture
      </Text>
      <Flex gap="2" wrap="wrap">
        <Button
          asChild
          variant="outline"
          colorPalette="gray"
          cursor="pointer"
          css={{ '&:has(:focus-visible)': { outline: '2px solid', outlineColor: 'brand.focusRing' } }}
        >
          <chakra.label>
            {label}
            <PictureInput label={label} describedBy={hintId} onChoose={picture.choose} />
          </chakra.label>
        </Button>
        {user.image ? (
          <Button
            variant="ghost"
            colorPalette="gray"
            loading={picture.isRemoving}
            loadingText="Removing…"
            onClick={picture.remove}
          >
            Remove picture
          </Button>
        ) : null}
      </Flex>
      {picture.errorText ? (
        <Text id={hintId} role="alert" color="fg.error" textStyle="meta" mt="1.5">
          {picture.errorText}
        </Text>
      ) : (
        <Text id={hintId} color="fg.muted" textStyle="meta" mt="1.5">
          PNG, JPEG, WebP or GIF, at most 5 MB
        </Text>
      )}
    </Box>
  );
}
