import { useObjectUrl } from '@solvent/kit';
import { PictureViewer } from '@solvent/kit/picture-viewer';
import type { LargePictureProps, ViewedPicture } from '@solvent/kit/picture-viewer';
import { chakra, Image, Text } from '@solvent/ui';
import { useState } from 'react';
import { getFileKey } from './file-rules.ts';

interface LargeFile extends ViewedPicture {
  file: File;
}

function LargeMedia({ picture: { file, name, isVideo }, image }: LargePictureProps<LargeFile>) {
  const url = useObjectUrl(file);
  const [hasFailed, setFailed] = useState(false);
  if (hasFailed) return <Text color="fg.error">This browser cannot show the file.</Text>;
  if (!url) return null;
  const source = { src: url, onError: () => setFailed(true) };
  // User uploads have no captions.
  if (isVideo) return <chakra.video {...source} aria-label={name} controls autoPlay playsInline maxW="100%" maxH="100%" />;
  return <Image {...image} {...source} />;
}

interface MediaViewerProps {
  files: readonly File[];
  start: number;
  isVideo: boolean;
  onClose: () => void;
}

export const Component = ({ files, start, isVideo, onClose }: MediaViewerProps) => (
  <PictureViewer
    pictures={files.map((file) => ({ key: getFileKey(file), name: file.name, file, isVideo }))}
    start={start}
    Picture={LargeMedia}
    onClose={onClose}
  />
);
