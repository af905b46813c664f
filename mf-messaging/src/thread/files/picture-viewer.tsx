import { PictureViewer } from '@solvent/kit/picture-viewer';
import type { LargePictureProps } from '@solvent/kit/picture-viewer';
import { Button, Image, Text } from '@solvent/ui';
import { Download } from 'lucide-react';
import { getPictureSources, saveFile, usePictureUrl } from './file-links.ts';
import type { ShownFile } from './shown-file.ts';

interface MessagePicturesProps {
  pictures: readonly ShownFile[];
  start: number;
  onClose: () => void;
}

function LargePicture({ picture, displaySize, image }: LargePictureProps<ShownFile>) {
  const { url, failed, onError } = usePictureUrl(picture);
  if (failed) return <Text color="fg.error">We couldn’t load the picture. Close it and try again.</Text>;
  return <Image {...getPictureSources(url, displaySize, picture.size?.width)} {...image} onError={onError} />;
}

function DownloadButton({ file: { id, name } }: { file: ShownFile }) {
  if (id === null) return null;
  return (
    <Button variant="outline" colorPalette="gray" onClick={() => void saveFile(id, name)}>
      <Download size={16} aria-hidden />
      Download
    </Button>
  );
}

export const Component = ({ pictures, start, onClose }: MessagePicturesProps) => (
  <PictureViewer
    pictures={pictures.map((file) => ({ ...file, width: file.size?.width }))}
    start={start}
    Picture={LargePicture}
    renderAction={(file) => <DownloadButton file={file} />}
    onClose={onClose}
  />
);
