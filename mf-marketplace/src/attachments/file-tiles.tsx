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

const showLoadError = (name: string) => (error: unknown) =>
  toast.failure(error, `${name} could not be loaded. Please try again.`);

function PictureTile({ file, onOpen }: { file: StoredFile; onOpen: (url: string) => void }) {
  // Set after the image failed to load because its signed link had expired.
  const [renewedUrl, setRenewedUrl] = useState<string>();
  const renew = () => void (renewedUrl ?? fetchFileUrl(file).then(setRenewedUrl, () => undefined));
  const open = () => void fetchFileUrl(file).then(onOpen, showLoadError(file.name));
  return (
    <TileButton type="button" onClick={open}>
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
  const save = (event: MouseEvent) => {
    if (downloadPrivate(file, showLoadError(file.name))) event.preventDefault();
  };
  return (
    <TileLink href={file.url} download={file.name} onClick={save}>
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
  const [shown, setShown] = useState<StoredFile>();
  const { isOpen, open, close, onLoadError } = useDialogState();
  if (files.length === 0) return null;
  return (
    <>
      <SimpleGrid as="ul" aria-label={label} columns={{ base: 1, sm: 2 }} gap="3" listStyleType="none">
        {files.map((file) => (
          <Flex as="li" key={file._id} minW="0">
            {isPicture(file) ? (
              <PictureTile
                file={file}
                onOpen={(url) => {
                  setShown({ ...file, url });
                  open();
                }}
              />
            ) : (
              <FileTile file={file} />
            )}
          </Flex>
        ))}
      </SimpleGrid>
      {isOpen && shown ? <PictureDialog file={shown} onClose={close} onLoadError={onLoadError} /> : null}
    </>
  );
}
