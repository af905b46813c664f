import { MODULE } from '@solvent/contracts';
import { Box, chakra, Text } from '@solvent/ui';
import { useId } from 'react';
import { fileSize } from '../../../module/amounts.ts';

/** What is wrong with a file as an archive (spec 5); undefined where nothing is. */
export function archiveProblem(file: File | null): string | undefined {
  if (!file) return 'Choose a ZIP file';
  if (!file.name.toLowerCase().endsWith('.zip')) return 'Only .zip files are allowed';
  return file.size > MODULE.zipMaxBytes ? 'File size must be less than 50MB' : undefined;
}

interface ArchiveFieldProps {
  file: File | null;
  error: string | undefined;
  onFile: (file: File | null) => void;
}

const FileInput = chakra('input', {
  base: {
    w: '100%',
    minH: '44px',
    p: '2',
    borderWidth: '1px',
    borderColor: 'border.control',
    rounded: 'l2',
    bg: 'bg.panel',
    focusVisibleRing: 'outside',
    _invalid: { borderColor: 'border.error' },
    _file: {
      h: '28px',
      me: '3',
      px: '3',
      borderWidth: '0',
      rounded: 'l1',
      bg: 'bg.emphasized',
      color: 'fg',
      fontWeight: '500',
      cursor: 'pointer',
    },
  },
});

/** The archive of a version: a .zip of at most 50 MB. */
export function ArchiveField({ file, error, onFile }: ArchiveFieldProps) {
  const id = useId();
  return (
    <Box>
      <chakra.label htmlFor={id} display="block" fontWeight="500" mb="1.5">
        ZIP file
      </chakra.label>
      <FileInput
        id={id}
        type="file"
        accept=".zip"
        required
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-help`}
        onChange={(event) => onFile(event.target.files?.[0] ?? null)}
      />
      <Text id={`${id}-help`} textStyle="meta" mt="1.5" color={error ? 'fg.error' : 'fg.muted'}>
        {error ?? (file ? `${file.name}, ${fileSize(file.size)}` : 'At most 50 MB.')}
      </Text>
    </Box>
  );
}
