import type { StoredFile } from '@solvent/contracts';
import { PictureViewer } from '@solvent/kit/picture-viewer';
import type { LargePictureProps } from '@solvent/kit/picture-viewer';
import { Button, Image } from '@solvent/ui';
import { Download } from 'lucide-react';

type Picture = StoredFile & { key: string };

const LargePicture = ({ picture, image }: LargePictureProps<Picture>) => <Image src={picture.url} {...image} />;

export function Component({ file, onClose }: { file: StoredFile; onClose: () => void }) {
  const downloadButton = (
    <Button asChild variant="outline" colorPalette="gray">
      <a href={file.url} download={file.name}>
        <Download size={16} aria-hidden />
        Download
      </a>
    </Button>
  );
  return (
    <PictureViewer
      pictures={[{ ...file, key: file._id }]}
      Picture={LargePicture}
      renderAction={() => downloadButton}
      onClose={onClose}
    />
  );
}
