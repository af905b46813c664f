import type { Module, StoredFile } from '@solvent/contracts';
import { chakra, Image, lazyComponent, SimpleGrid, Stack, useDialogState } from '@solvent/ui';

const ImageDialog = lazyComponent(() => import(/* webpackChunkName: "image-dialog" */ './image-dialog.tsx'));

const Thumbnail = chakra('button', {
  base: {
    display: 'block',
    w: '100%',
    borderWidth: '1px',
    rounded: 'l2',
    overflow: 'hidden',
    cursor: 'zoom-in',
    _hover: { borderColor: 'border.control' },
    focusVisibleRing: 'outside',
  },
});

interface ImageThumbnailProps {
  files: readonly StoredFile[];
  index: number;
  getName: (index: number) => string;
}

function ImageThumbnail({ files, index, getName }: ImageThumbnailProps) {
  const { isOpen, open, close, onLoadError } = useDialogState();
  return (
    <>
      <Thumbnail type="button" aria-label={`Open ${getName(index).toLowerCase()}`} onClick={open}>
        <Image src={files[index]?.url} alt="" w="100%" aspectRatio={16 / 9} objectFit="cover" bg="bg.muted" loading="lazy" />
      </Thumbnail>
      {isOpen ? <ImageDialog files={files} start={index} getName={getName} onClose={close} onLoadError={onLoadError} /> : null}
    </>
  );
}

const Video = chakra('video', {
  base: { w: '100%', aspectRatio: '16 / 9', bg: 'black', rounded: 'l2', focusVisibleRing: 'outside' },
});

const isAlone = (files: StoredFile[]) => files.length === 1;
const getMediaLabel = (kind: 'Image' | 'Video', files: StoredFile[], index: number) =>
  isAlone(files) ? `${kind} of the module` : `${kind} ${index + 1} of ${files.length}`;

export function Gallery({ module: { previewImages, previewVideos } }: { module: Module }) {
  return (
    <Stack gap="4">
      {previewImages.length > 0 ? (
        <SimpleGrid as="ul" columns={{ base: 2, md: 3 }} gap="3" listStyleType="none">
          {previewImages.map((file, index) => (
            <li key={file._id}>
              <ImageThumbnail files={previewImages} index={index} getName={(of) => getMediaLabel('Image', previewImages, of)} />
            </li>
          ))}
        </SimpleGrid>
      ) : null}
      {previewVideos.map((file, index) => (
        <Video key={file._id} controls preload="metadata" playsInline aria-label={getMediaLabel('Video', previewVideos, index)}>
          <source src={file.url} type={file.mimeType} />
        </Video>
      ))}
    </Stack>
  );
}
