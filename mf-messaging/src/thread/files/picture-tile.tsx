import { Box, chakra, Image } from '@solvent/ui';
import { ImageOff } from 'lucide-react';
import { boxOf } from './picture-size.ts';
import type { ShownFile } from './shown-file.ts';
import { usePictureUrl } from './use-picture-url.ts';

const Tile = chakra('button', {
  base: {
    display: 'grid',
    placeItems: 'center',
    maxW: '100%',
    overflow: 'hidden',
    rounded: 'l2',
    bg: 'bg.muted',
    color: 'fg.subtle',
    cursor: 'zoom-in',
    focusVisibleRing: 'outside',
  },
});

/** The side (px) of one among others, or of one whose size is not known. */
const SQUARE = 136;

interface PictureTileProps {
  file: ShownFile;
  /** Whether it stands among others. */
  isOneOfMany: boolean;
  onOpen: () => void;
}

/** A picture, small: its place is there before it is. */
export function PictureTile({ file, isOneOfMany, onOpen }: PictureTileProps) {
  const { url, failed, onError } = usePictureUrl(file);
  const box = file.size && !isOneOfMany ? boxOf(file.size) : { width: SQUARE, height: SQUARE };
  return (
    <Tile
      type="button"
      aria-label={`Open picture ${file.name}`}
      style={{ width: box.width, aspectRatio: `${box.width} / ${box.height}` }}
      onClick={onOpen}
    >
      {failed ? (
        <Box p="2" textStyle="meta" overflowWrap="anywhere">
          <Box as={ImageOff} boxSize="20px" mx="auto" mb="1" aria-hidden />
          {file.name}
        </Box>
      ) : (
        <Image src={url} alt="" w="100%" h="100%" objectFit="cover" decoding="async" onError={onError} />
      )}
    </Tile>
  );
}
