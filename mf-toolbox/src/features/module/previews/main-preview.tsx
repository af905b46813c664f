import type { Module } from '@solvent/contracts';
import { Box, Image, useBrokenImage } from '@solvent/ui';
import { ModulePreview } from '../../../module/module-preview.tsx';

/** Keeps 16:9 while the image loads, to avoid a layout shift. */
export function MainPreview({ module }: { module: Module }) {
  const url = module.previewImages[0]?.url ?? module.previewImage;
  const { isBroken, imageProps } = useBrokenImage(url);
  return (
    <Box borderWidth="1px" rounded="l3" overflow="hidden">
      {url && !isBroken ? (
        <Image
          src={url}
          alt={`Preview of ${module.title}`}
          w="100%"
          aspectRatio={16 / 9}
          objectFit="cover"
          bg="bg.muted"
          {...imageProps}
        />
      ) : (
        <Box mb="-1px">
          <ModulePreview module={{ previewImage: null }} isEager />
        </Box>
      )}
    </Box>
  );
}
