import type { StoredFile } from '@solvent/contracts';
import { PictureViewer } from '@solvent/kit/picture-viewer';
import type { LargePictureProps, ViewedPicture } from '@solvent/kit/picture-viewer';
import { Image } from '@solvent/ui';

interface Picture extends ViewedPicture {
  url: string;
}

interface ImageDialogProps {
  files: readonly StoredFile[];
  start: number;
  getName: (index: number) => string;
  onClose: () => void;
}

const LargePicture = ({ picture, image }: LargePictureProps<Picture>) => <Image src={picture.url} {...image} />;

export function Component({ files, start, getName, onClose }: ImageDialogProps) {
  const pictures = files.map(({ _id, url }, index) => ({ key: _id, url, name: getName(index) }));
  return <PictureViewer pictures={pictures} start={start} Picture={LargePicture} onClose={onClose} />;
}
