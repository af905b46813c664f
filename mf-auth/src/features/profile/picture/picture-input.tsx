import { AVATAR } from '@solvent/contracts';
import type { User } from '@solvent/contracts';
import { Box, Button, chakra, Flex, PersonAvatar, Text, VisuallyHidden } from '@solvent/ui';
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

/** Changes here are saved immediately, unlike the rest of the form. */
export function PictureRow({ user, picture }: { user: User; picture: OwnPicture }) {
  const hintId = useId();
  const label = user.image ? 'Change picture' : 'Add a picture';
  return (
    <Box>
      <Text fontWeight="500" mb="1.5">
        Picture
      </Text>
      <Flex gap="3" wrap="wrap" align="center">
        <PersonAvatar person={user} diameter={64} />
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
