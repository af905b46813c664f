import { formatFileSize, useObjectUrl } from '@solvent/kit';
import { Box, chakra, Flex, IconButton, Image, Text } from '@solvent/ui';
import { File as FileIcon, X } from 'lucide-react';
import { useState } from 'react';
import { storePictureSize } from './picture-sizes.ts';

function Thumbnail({ file }: { file: File }) {
  const url = useObjectUrl(file);
  const [isPicture, setIsPicture] = useState(file.type.startsWith('image/'));
  if (!isPicture || !url) return <Box as={FileIcon} boxSize="18px" color="fg.muted" aria-hidden />;
  return (
    <Image
      src={url}
      alt=""
      boxSize="100%"
      objectFit="cover"
      onError={() => setIsPicture(false)}
      onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => storePictureSize(file, { width, height })}
    />
  );
}

function ChosenFile({ file, onRemove }: { file: File; onRemove: () => void }) {
  return (
    <Flex as="li" align="center" gap="2" maxW="220px" p="1" borderWidth="1px" rounded="l2" bg="bg.muted">
      <Box display="grid" placeItems="center" boxSize="36px" flexShrink="0" rounded="l1" overflow="hidden" bg="bg.panel">
        <Thumbnail file={file} />
      </Box>
      <Box minW="0" textStyle="meta">
        <Text truncate fontWeight="500" title={file.name}>
          {file.name}
        </Text>
        <Text color="fg.muted" fontVariantNumeric="tabular-nums">
          {formatFileSize(file.size)}
        </Text>
      </Box>
      <IconButton
        type="button"
        size="xs"
        variant="ghost"
        colorPalette="gray"
        aria-label={`Remove ${file.name}`}
        onClick={onRemove}
      >
        <X size={14} aria-hidden />
      </IconButton>
    </Flex>
  );
}

const List = chakra('ul', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '1.5',
    listStyleType: 'none',
    px: '3',
    pt: '3',
    maxH: '30dvh',
    overflowY: 'auto',
  },
});

const keys = new WeakMap<File, string>();
function getKey(file: File): string {
  const key = keys.get(file) ?? crypto.randomUUID();
  keys.set(file, key);
  return key;
}

interface ChosenFileListProps {
  files: readonly File[];
  onRemove: (file: File) => void;
}

export function Component({ files, onRemove }: ChosenFileListProps) {
  return (
    <List aria-label="Files of this message">
      {files.map((file) => (
        <ChosenFile key={getKey(file)} file={file} onRemove={() => onRemove(file)} />
      ))}
    </List>
  );
}
