import type { User } from '@solvent/contracts';
import { Box, Button, chakra, Flex, Text } from '@solvent/ui';
import { useId } from 'react';
import { PictureInput } from './picture-input.tsx';
import type { OwnPicture } from './use-picture.ts';

/** The picture's row in the form: what is done here is saved at once. */
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
      {picture.problem ? (
        <Text id={hintId} role="alert" color="fg.error" textStyle="meta" mt="1.5">
          {picture.problem}
        </Text>
      ) : (
        <Text id={hintId} color="fg.muted" textStyle="meta" mt="1.5">
          PNG, JPEG, WebP or GIF, at most 5 MB
        </Text>
      )}
    </Box>
  );
}
