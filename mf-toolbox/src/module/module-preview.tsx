import type { ModuleListItem } from '@solvent/contracts';
import { Box, Center, Image, useBrokenImage } from '@solvent/ui';
import { Blocks } from 'lucide-react';

const FILL = { position: 'absolute', inset: '0', w: '100%', h: '100%' } as const;

function FallbackArt() {
  return (
    <Center
      {...FILL}
      color="brand.fg"
      bg="brand.subtle"
      backgroundImage="radial-gradient({colors.brand.muted} 1px, transparent 1px)"
      backgroundSize="14px 14px"
    >
      <Center boxSize="14" rounded="l3" bg="bg.panel" borderWidth="1px" borderColor="brand.border">
        <Blocks size={26} />
      </Center>
    </Center>
  );
}

interface ModulePreviewProps {
  module: Pick<ModuleListItem, 'previewImage'>;
  /** Loads the image without lazy loading, for the first row. */
  isEager: boolean;
}

/** Decorative. Keeps 16:9 while the image loads, to avoid a layout shift. */
export function ModulePreview({ module: { previewImage }, isEager }: ModulePreviewProps) {
  const { isBroken, imageProps } = useBrokenImage(previewImage);
  return (
    <Box position="relative" aspectRatio={16 / 9} bg="bg.muted" borderBottomWidth="1px" overflow="hidden" aria-hidden>
      {previewImage && !isBroken ? (
        <Image {...FILL} src={previewImage} alt="" objectFit="cover" loading={isEager ? 'eager' : 'lazy'} {...imageProps} />
      ) : (
        <FallbackArt />
      )}
    </Box>
  );
}
