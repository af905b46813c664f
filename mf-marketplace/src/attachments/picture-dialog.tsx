import type { StoredFile } from '@solvent/contracts';
import { useQuery } from '@solvent/http';
import { PictureViewer } from '@solvent/kit/picture-viewer';
import type { LargePictureProps } from '@solvent/kit/picture-viewer';
import { Button, Image, Text } from '@solvent/ui';
import { Download } from 'lucide-react';
import { useState } from 'react';
import type { MouseEvent } from 'react';
import { fileUrlOptions } from '../api/files.ts';

function LargePicture({ picture, image }: LargePictureProps<StoredFile & { key: string }>) {
  const { data: url, isError } = useQuery(fileUrlOptions(picture));
  const [hasFailed, setFailed] = useState(false);
  if (isError || hasFailed) return <Text color="fg.error">We couldn’t load the picture. Close it and try again.</Text>;
  // Without an address it has no width to zoom.
  return url === undefined ? null : <Image src={url} {...image} onError={() => setFailed(true)} />;
}

function DownloadButton({ picture, onSave }: { picture: StoredFile } & Pick<PictureDialogProps, 'onSave'>) {
  const { data: url = picture.url } = useQuery(fileUrlOptions(picture));
  return (
    <Button asChild variant="outline" colorPalette="gray">
      <a href={url} download={picture.name} onClick={(event) => onSave(picture, event)}>
        <Download size={16} aria-hidden />
        Download
      </a>
    </Button>
  );
}

interface PictureDialogProps {
  pictures: readonly StoredFile[];
  start: number;
  onSave: (picture: StoredFile, event: MouseEvent) => void;
  onClose: () => void;
}

export const Component = ({ pictures, start, onSave, onClose }: PictureDialogProps) => (
  <PictureViewer
    pictures={pictures.map((picture) => ({ ...picture, key: picture._id }))}
    start={start}
    Picture={LargePicture}
    renderAction={(picture) => <DownloadButton picture={picture} onSave={onSave} />}
    onClose={onClose}
  />
);
