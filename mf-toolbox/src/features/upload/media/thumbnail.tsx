import { Box, Center, chakra, IconButton, Image, Text } from '@solvent/ui';
import { FileWarning, Play, X } from 'lucide-react';
import { useState } from 'react';
import type { MediaKind } from './media-dialog.tsx';
import { useObjectUrl } from './use-object-url.ts';

const FILL = { w: '100%', h: '100%', objectFit: 'cover' } as const;

/** Over the picture, whatever is in it. */
const OVERLAY = { position: 'absolute', bg: 'blackAlpha.700', color: 'white', rounded: 'full' } as const;

/** Seen on hover and focus; always where there is no hover. */
const SHOWN_WHEN_WANTED = {
  opacity: '0',
  '.group:hover &, .group:focus-within &': { opacity: '1' },
  '@media (hover: none)': { opacity: '1' },
} as const;

function Picture({ file, kind }: { file: File; kind: MediaKind }) {
  const url = useObjectUrl(file);
  const [failed, setFailed] = useState(false);
  const onError = () => setFailed(true);
  if (failed) {
    return (
      <Center {...FILL} color="fg.muted">
        <FileWarning size={20} aria-hidden />
      </Center>
    );
  }
  if (!url) return null;
  if (kind === 'image') return <Image src={url} alt="" onError={onError} {...FILL} />;
  return (
    <>
      <chakra.video src={url} preload="metadata" muted playsInline tabIndex={-1} aria-hidden onError={onError} {...FILL} />
      <Center {...OVERLAY} inset="0" m="auto" boxSize="32px" aria-hidden>
        <Play size={16} />
      </Center>
    </>
  );
}

interface ThumbnailProps {
  file: File;
  kind: MediaKind;
  /** Why it cannot be sent. */
  error: string | undefined;
  onOpen: () => void;
  onRemove: () => void;
}

/** A small picture of a file, which opens it, and a button that removes it. */
export function Thumbnail({ file, kind, error, onOpen, onRemove }: ThumbnailProps) {
  return (
    <Box as="li" className="group" position="relative" minW="0">
      <chakra.button
        type="button"
        aria-label={`View ${file.name}`}
        display="block"
        position="relative"
        w="full"
        aspectRatio="16 / 9"
        overflow="hidden"
        cursor="pointer"
        bg="bg.muted"
        borderWidth="1px"
        borderColor={error ? 'border.error' : 'border'}
        rounded="l2"
        focusVisibleRing="outside"
        onClick={onOpen}
      >
        <Picture file={file} kind={kind} />
      </chakra.button>
      <IconButton
        type="button"
        size="2xs"
        aria-label={`Remove ${file.name}`}
        {...OVERLAY}
        top="1"
        insetEnd="1"
        minW="24px"
        minH="24px"
        css={SHOWN_WHEN_WANTED}
        // A finger needs 44 px; more of the picture than this is not covered.
        _after={{ content: '""', position: 'absolute', inset: '-10px' }}
        transition="opacity 150ms"
        onClick={onRemove}
      >
        <X size={14} />
      </IconButton>
      <Text textStyle="meta" mt="1" truncate color={error ? 'fg.error' : 'fg.muted'}>
        {file.name}
      </Text>
    </Box>
  );
}
