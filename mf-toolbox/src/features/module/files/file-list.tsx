import type { ArchivedFile } from '@solvent/contracts';
import { useQuery } from '@solvent/http';
import { formatCount, formatFileSize, LoadError, SkeletonRegion } from '@solvent/kit';
import { Box, Button, chakra, Flex, Panel, Skeleton, Span, Stack, Text } from '@solvent/ui';
import { ChevronDown, ChevronRight, File, Folder as FolderIcon } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { filesOptions } from '../../../api/modules.ts';
import { buildFileTree } from './file-tree.ts';
import type { Folder } from './file-tree.ts';

/** Files shown per folder before "Show more". */
const INITIAL_FILE_COUNT = 200;

const LINE_STYLES = {
  display: 'flex',
  alignItems: 'center',
  gap: '2',
  w: '100%',
  minH: '32px',
  '@media (pointer: coarse)': { minH: '44px' },
  px: '2',
  rounded: 'l1',
  textAlign: 'start',
} as const;

const FileLine = chakra('span', { base: LINE_STYLES });
const FolderButton = chakra('button', {
  base: { ...LINE_STYLES, cursor: 'pointer', _hover: { bg: 'bg.muted' }, focusVisibleRing: 'inside' },
});

const NameAndSize = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <Span dir="auto" flex="1" minW="0" overflowWrap="anywhere">
      {name}
    </Span>
    <Span color="fg.muted" textStyle="meta" flexShrink="0" fontVariantNumeric="tabular-nums">
      {children}
    </Span>
  </>
);

const List = ({ label, children }: { label?: string; children: ReactNode }) => (
  <Box as="ul" aria-label={label} listStyleType="none" ps={label ? '0' : '5'}>
    {children}
  </Box>
);

function FolderContent({ folder, label, opensSingleFolder }: { folder: Folder; label?: string; opensSingleFolder: boolean }) {
  const [shown, setShown] = useState(INITIAL_FILE_COUNT);
  const files = folder.files.slice(0, shown);
  const hidden = folder.files.length - files.length;
  // Opens chains of single folders, which have nothing else to show.
  const hasSingleFolder = opensSingleFolder && folder.files.length === 0 && folder.folders.length === 1;
  return (
    <List {...(label ? { label } : {})}>
      {folder.folders.map((child) => (
        <FolderItem key={child.path} folder={child} isInitiallyOpen={hasSingleFolder} />
      ))}
      {files.map((file) => (
        <li key={file.path}>
          <FileLine>
            <Span w="14px" flexShrink="0" />
            <Box as="span" color="fg.muted" flexShrink="0" aria-hidden>
              <File size={14} />
            </Box>
            <NameAndSize name={file.name}>{formatFileSize(file.size)}</NameAndSize>
          </FileLine>
        </li>
      ))}
      {hidden > 0 ? (
        <li>
          <Button size="sm" variant="ghost" colorPalette="gray" onClick={() => setShown(folder.files.length)}>
            Show {formatCount(hidden, 'more file')}
          </Button>
        </li>
      ) : null}
    </List>
  );
}

function FolderItem({ folder, isInitiallyOpen }: { folder: Folder; isInitiallyOpen: boolean }) {
  const [isOpen, setOpen] = useState(isInitiallyOpen);
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <li>
      <FolderButton type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Box as="span" flexShrink="0" aria-hidden>
          <Chevron size={14} />
        </Box>
        <Box as="span" color="brand.fg" flexShrink="0" aria-hidden>
          <FolderIcon size={14} />
        </Box>
        <NameAndSize name={folder.name}>
          {formatCount(folder.count, 'file')}, {formatFileSize(folder.size)}
        </NameAndSize>
      </FolderButton>
      {isOpen ? <FolderContent folder={folder} opensSingleFolder={isInitiallyOpen} /> : null}
    </li>
  );
}

function Tree({ files }: { files: ArchivedFile[] }) {
  const root = useMemo(() => buildFileTree(files), [files]);
  return (
    <Stack gap="2">
      <Text color="fg.muted" fontVariantNumeric="tabular-nums">
        {formatCount(root.count, 'file')}, {formatFileSize(root.size)} once unpacked
      </Text>
      <Panel p="2">
        <FolderContent folder={root} label="Files of the archive" opensSingleFolder />
      </Panel>
    </Stack>
  );
}

export function Component({ moduleId }: { moduleId: string }) {
  const { data, isPending, error, refetch } = useQuery(filesOptions(moduleId));
  if (data) return <Tree files={data} />;
  if (!isPending)
    return <LoadError size="inline" title="The files could not be listed." error={error} onRetry={() => void refetch()} />;
  return (
    <SkeletonRegion label="Loading files" gap="2" minH="160px">
      {[1, 2, 3, 4].map((line) => (
        <Flex key={line} gap="2">
          <Skeleton h="24px" flex="1" />
        </Flex>
      ))}
    </SkeletonRegion>
  );
}
