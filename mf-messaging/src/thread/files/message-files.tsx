import { Flex, toast, useDeferredComponent } from '@solvent/ui';
import { useState } from 'react';
import { FileChip } from './file-chip.tsx';
import { PictureTile } from './picture-tile.tsx';
import type { ShownFile } from './shown-file.ts';

const loadViewer = () =>
  import(/* webpackChunkName: "picture-viewer" */ './picture-viewer.tsx').then((module) => ({ Component: module.PictureViewer }));

/** The files of a message: pictures first, then the others. */
export function MessageFiles({ files }: { files: readonly ShownFile[] }) {
  const [opened, setOpened] = useState<number>();
  const isOpen = opened !== undefined;
  const { Component: Viewer } = useDeferredComponent(loadViewer, isOpen, () => {
    setOpened(undefined);
    toast.error('The picture could not be opened. Please try again.');
  });
  const pictures = files.filter(({ isPicture }) => isPicture);
  const others = files.filter(({ isPicture }) => !isPicture);
  return (
    <>
      {pictures.length > 0 ? (
        <Flex gap="1.5" wrap="wrap">
          {pictures.map((file, index) => (
            <PictureTile key={file.key} file={file} isOneOfMany={pictures.length > 1} onOpen={() => setOpened(index)} />
          ))}
        </Flex>
      ) : null}
      {others.map((file) => (
        <FileChip key={file.key} file={file} />
      ))}
      {Viewer && isOpen ? <Viewer pictures={pictures} start={opened} onClose={() => setOpened(undefined)} /> : null}
    </>
  );
}
