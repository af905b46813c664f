import type { StoredFile } from '@solvent/contracts';
import { chakra, Image, useDialog } from '@solvent/ui';

const loadImageDialog = () => import(/* webpackChunkName: "image-dialog" */ './image-dialog.tsx');

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

/** A picture of the module; opens large. */
export function ImageThumbnail({ file, name }: { file: StoredFile; name: string }) {
  const { open, close, Dialog } = useDialog(loadImageDialog);
  return (
    <>
      <Thumbnail type="button" aria-label={`Open ${name.toLowerCase()}`} onClick={open}>
        <Image src={file.url} alt="" w="100%" aspectRatio={16 / 9} objectFit="cover" bg="bg.muted" loading="lazy" />
      </Thumbnail>
      {Dialog ? <Dialog url={file.url} name={name} onClose={close} /> : null}
    </>
  );
}
