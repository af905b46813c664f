import type { StoredFile } from '@solvent/contracts';

import { formatFileSize } from '@solvent/kit';
import { Box, chakra, Flex, HStack, Image, lazyComponent, SimpleGrid, Span, Text, toast, useDialogState } from '@solvent/ui';
import { Download, FileText } from 'lucide-react';
import { useState } from 'react';
import type { MouseEvent } from 'react';
import { fetchFileUrl, downloadPrivate } from '../api/files.ts';

const PictureDialog = lazyComponent(() => import(/* webpackChunkName: "picture-dialog" */ './picture-dialog.tsx'));

const PICTURES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'];
const isPicture = ({ mimeType }: StoredFile) => PICTURES.includes(mimeType);

const tile = {
  display: 'flex',
  alignItems: 'center',
  gap: '3',
  w: 'full',
  minH: '64px',
  p: '2',
  textAlign: 'start',
  borderWidth: '1px',
  rounded: 'l2',
  bg: 'bg.panel',
  cursor: 'pointer',
  _hover: { bg: 'bg.muted' },
  focusVisibleRing: 'outside',
} as const;
const TileButton = chakra('button', { base: tile });
const TileLink = chakra('a', { base: tile });

function NameAndSize({ file }: { file: StoredFile }) {
  return (
    <Box minW="0" flex="1">
      <Text truncate fontWeight="500" title={file.name}>
        {file.name}
      </Text>
      <Text textStyle="meta" color="fg.muted" fontVariantNumeric="tabular-nums">
        {formatFileSize(file.size)}
      </Text>
    </Box>
  );
}

/** Follows the link of a public file, and requests a new one for a private file. */
function save(file: StoredFile, event: MouseEvent): void {
  const showError = (error: unknown) => toast.failure(error, `${file.name} could not be loaded. Please try again.`);
  if (downloadPrivate(file, showError)) event.preventDefault();
}

function PictureTile({ file, onOpen }: { file: StoredFile; onOpen: () => void }) {
  // Set after the image failed to load because its signed link had expired.
  const [renewedUrl, setRenewedUrl] = useState<string>();
  const renew = () => void (renewedUrl ?? fetchFileUrl(file).then(setRenewedUrl, () => undefined));
  return (
    <TileButton type="button" onClick={onOpen}>
      <Image
        src={renewedUrl ?? file.url}
        onError={renew}
        alt=""
        boxSize="48px"
        objectFit="cover"
        rounded="l1"
        bg="bg.muted"
        loading="lazy"
      />
      <NameAndSize file={file} />
    </TileButton>
  );
}

function FileTile({ file }: { file: StoredFile }) {
  return (
    <TileLink href={file.url} download={file.name} onClick={(event) => save(file, event)}>
      <HStack justify="center" boxSize="48px" flexShrink="0" rounded="l1" bg="bg.muted" color="fg.muted" aria-hidden>
        <FileText size={20} />
      </HStack>
      <NameAndSize file={file} />
      <Span color="fg.muted" pe="2" aria-hidden>
        <Download size={16} />
      </Span>
    </TileLink>
  );
}

export function FileTiles({ files, label }: { files: readonly StoredFile[]; label?: string }) {
  const [start, setStart] = useState(0);
  const { isOpen, open, close, onLoadError } = useDialogState();
  const pictures = files.filter((file) => isPicture(file));
  const openPicture = (picture: StoredFile) => {
    setStart(pictures.indexOf(picture));
    open();
  };
  if (files.length === 0) return null;
  return (
    <>
      <SimpleGrid as="ul" aria-label={label} columns={{ base: 1, sm: 2 }} gap="3" listStyleType="none">
        {files.map((file) => (
          <Flex as="li" key={file._id} minW="0">
            {isPicture(file) ? <PictureTile file={file} onOpen={() => openPicture(file)} /> : <FileTile file={file} />}
          </Flex>
        ))}
      </SimpleGrid>
      {isOpen ? (
        <PictureDialog pictures={pictures} start={start} onSave={save} onClose={close} onLoadError={onLoadError} />
      ) : null}
    </>
  );
}
