import { Button, Center, Flex, IconButton, Image, Span, Text } from '@solvent/ui';
import { Modal } from '@solvent/ui/overlays';
import { ChevronLeft, ChevronRight, Download } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { getPictureSources, saveFile, usePictureUrl } from './file-links.ts';
import type { PictureSize } from '../../composer/picture-sizes.ts';
import type { ShownFile } from './shown-file.ts';

interface PictureViewerProps {
  pictures: readonly ShownFile[];
  start: number;
  onClose: () => void;
}

/** Scales the picture down to fit, never up. */
const getBoxStyle = ({ width, height }: PictureSize) => ({
  width: `min(100%, ${width}px, 70dvh * ${width / height})`,
  aspectRatio: `${width} / ${height}`,
});

function LargePicture({ file }: { file: ShownFile }) {
  const { url, failed, onError } = usePictureUrl(file);
  if (failed) return <Text color="fg.error">We couldn’t load the picture. Close it and try again.</Text>;
  const box = file.size ? getBoxStyle(file.size) : undefined;
  const sizes = `min(100vw, ${file.size?.width ?? 1600}px)`;
  return (
    <Image
      {...getPictureSources(url, sizes, file.size?.width)}
      alt={file.name}
      maxH="70dvh"
      objectFit="contain"
      rounded="l1"
      style={box}
      onError={onError}
    />
  );
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

function useArrowKeys(onStep: (step: number) => void): void {
  const step = useEffectEvent(onStep);
  useEffect(() => {
    const handle = ({ key }: KeyboardEvent) => {
      if (key === 'ArrowLeft') step(-1);
      if (key === 'ArrowRight') step(1);
    };
    document.addEventListener('keydown', handle);
    return () => document.removeEventListener('keydown', handle);
  }, []);
}

export function Component({ pictures, start, onClose }: PictureViewerProps) {
  const [index, setIndex] = useState(start);
  const file = pictures[index];
  const last = pictures.length - 1;
  const moveBy = (step: number) => setIndex((current) => Math.min(Math.max(current + step, 0), last));
  useArrowKeys(moveBy);
  if (!file) return null;
  const steps = (
    <Flex gap="1" align="center" me="auto">
      <IconButton
        variant="ghost"
        colorPalette="gray"
        aria-label="Previous picture"
        disabled={index === 0}
        onClick={() => moveBy(-1)}
      >
        <ChevronLeft size={20} />
      </IconButton>
      <Span textStyle="ui" color="fg.muted" fontVariantNumeric="tabular-nums" aria-live="polite">
        {index + 1} of {pictures.length}
      </Span>
      <IconButton
        variant="ghost"
        colorPalette="gray"
        aria-label="Next picture"
        disabled={index === last}
        onClick={() => moveBy(1)}
      >
        <ChevronRight size={20} />
      </IconButton>
    </Flex>
  );
  return (
    <Modal
      open
      onClose={onClose}
      size="lg"
      title={
        <Span display="block" pe="8" overflowWrap="anywhere">
          {file.name}
        </Span>
      }
      footer={
        <>
          {last > 0 ? steps : null}
          <DownloadButton file={file} />
        </>
      }
    >
      <Center minH="min(320px, 50dvh)">
        <LargePicture key={file.key} file={file} />
      </Center>
    </Modal>
  );
}
