import { formatFileSize } from '@solvent/kit';
import { Box, chakra, Flex, Image, lazyComponent, Span, reportLoadFailure, Text } from '@solvent/ui';
import { Download, File, FileArchive, FileCode, FileText, ImageOff } from 'lucide-react';
import { useState } from 'react';
import type { MouseEvent } from 'react';
import { getPictureSources, saveFile, usePictureUrl } from './file-links.ts';
import { getTileSize } from './shown-file.ts';
import type { ShownFile } from './shown-file.ts';

const ICONS = [
  [/\.(zip|gz|tgz|tar|7z|rar)$/i, FileArchive],
  [/\.(jsx?|tsx?|json|ya?ml|html?|css|py|sql|xml|sh|go|rs|java|php|rb)$/i, FileCode],
  [/\.(pdf|txt|log|md|csv|docx?|rtf)$/i, FileText],
] as const;

const findIcon = (name: string) => ICONS.find(([pattern]) => pattern.test(name))?.[1] ?? File;

const chip = {
  display: 'flex',
  alignItems: 'center',
  gap: '2.5',
  maxW: '100%',
  w: '260px',
  minH: '48px',
  px: '2.5',
  py: '1.5',
  borderWidth: '1px',
  borderColor: 'border.emphasized',
  rounded: 'l2',
  bg: 'bg.panel',
  color: 'fg',
} as const;
const Chip = chakra('div', { base: chip });
const ChipLink = chakra('a', { base: { ...chip, _hover: { bg: 'bg.muted' }, focusVisibleRing: 'outside' } });

function NameAndSize({ file }: { file: ShownFile }) {
  return (
    <>
      <Box as={findIcon(file.name)} boxSize="20px" flexShrink="0" color="fg.muted" aria-hidden />
      <Box minW="0" flex="1">
        <Text truncate fontWeight="500" textStyle="ui" title={file.name}>
          {file.name}
        </Text>
        <Text textStyle="meta" color="fg.muted" fontVariantNumeric="tabular-nums">
          {formatFileSize(file.bytes)}
        </Text>
      </Box>
    </>
  );
}

function FileChip({ file }: { file: ShownFile }) {
  const { id, name } = file;
  if (id === null) {
    return (
      <Chip>
        <NameAndSize file={file} />
      </Chip>
    );
  }
  function save(event: MouseEvent) {
    event.preventDefault();
    void saveFile(id ?? '', name);
  }
  return (
    <ChipLink href={file.url} download={name} onClick={save}>
      <NameAndSize file={file} />
      <Span color="fg.muted" aria-hidden>
        <Download size={16} />
      </Span>
    </ChipLink>
  );
}

const Tile = chakra('button', {
  base: {
    display: 'grid',
    placeItems: 'center',
    maxW: '100%',
    overflow: 'hidden',
    rounded: 'l2',
    bg: 'bg.muted',
    color: 'fg.subtle',
    cursor: 'zoom-in',
    focusVisibleRing: 'outside',
  },
});

interface PictureTileProps {
  file: ShownFile;
  isOneOfMany: boolean;
  onOpen: () => void;
}

function PictureTile({ file, isOneOfMany, onOpen }: PictureTileProps) {
  const { url, failed, onError } = usePictureUrl(file);
  const box = getTileSize(file, isOneOfMany);
  return (
    <Tile
      type="button"
      aria-label={`Open picture ${file.name}`}
      style={{ width: box.width, aspectRatio: `${box.width} / ${box.height}` }}
      onClick={onOpen}
    >
      {failed ? (
        <Box p="2" textStyle="meta" overflowWrap="anywhere">
          <Box as={ImageOff} boxSize="20px" mx="auto" mb="1" aria-hidden />
          {file.name}
        </Box>
      ) : (
        <Image
          {...getPictureSources(url, `${box.width}px`, file.size?.width)}
          alt=""
          w="100%"
          h="100%"
          objectFit="cover"
          decoding="async"
          onError={onError}
        />
      )}
    </Tile>
  );
}

const PictureViewer = lazyComponent(() => import(/* webpackChunkName: "picture-viewer" */ './picture-viewer.tsx'));

export function Component({ files }: { files: readonly ShownFile[] }) {
  const [opened, setOpened] = useState<number>();
  const close = () => setOpened(undefined);
  const fail = () => {
    close();
    reportLoadFailure('The picture');
  };
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
      {opened === undefined ? null : <PictureViewer onLoadError={fail} pictures={pictures} start={opened} onClose={close} />}
    </>
  );
}
