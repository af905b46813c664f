import { Box, chakra, Span, Text } from '@solvent/ui';
import { Download, File, FileArchive, FileCode, FileText } from 'lucide-react';
import type { MouseEvent } from 'react';
import { fileSize } from './file-size.ts';
import { saveFile } from './save-file.ts';
import type { ShownFile } from './shown-file.ts';

const ICONS = [
  [/\.(zip|gz|tgz|tar|7z|rar)$/i, FileArchive],
  [/\.(jsx?|tsx?|json|ya?ml|html?|css|py|sql|xml|sh|go|rs|java|php|rb)$/i, FileCode],
  [/\.(pdf|txt|log|md|csv|docx?|rtf)$/i, FileText],
] as const;

const iconOf = (name: string) => ICONS.find(([pattern]) => pattern.test(name))?.[1] ?? File;

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
      <Box as={iconOf(file.name)} boxSize="20px" flexShrink="0" color="fg.muted" aria-hidden />
      <Box minW="0" flex="1">
        <Text truncate fontWeight="500" textStyle="ui" title={file.name}>
          {file.name}
        </Text>
        <Text textStyle="meta" color="fg.muted" fontVariantNumeric="tabular-nums">
          {fileSize(file.bytes)}
        </Text>
      </Box>
    </>
  );
}

/** A file that is no picture: a press saves it. While it waits to be sent, it is only shown. */
export function FileChip({ file }: { file: ShownFile }) {
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
