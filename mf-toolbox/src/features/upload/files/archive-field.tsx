import { MODULE } from '@solvent/contracts';
import { DropField, formatFileSize } from '@solvent/kit';
import { Box, Flex, IconButton, Span, Stack } from '@solvent/ui';
import { FileArchive, X } from 'lucide-react';
import { useRef } from 'react';
import { MissingFiles } from './missing-files.tsx';
import { ACCEPTED_EXTENSIONS } from './file-rules.ts';

interface ArchiveFieldProps {
  file: File | null;
  error: string | undefined;
  onChange: (file: File | null) => void;
  missingNames: readonly string[];
  onDismissMissing: () => void;
}

export function ArchiveField({ file, error, onChange, missingNames, onDismissMissing }: ArchiveFieldProps) {
  const inputRef = useRef<HTMLInputElement>(null);
  function remove() {
    onChange(null);
    inputRef.current?.focus();
  }
  return (
    <Stack gap="2.5">
      <DropField
        label="Zip File"
        prompt={file ? 'Choose another .zip file, or drop it here' : 'Choose a .zip file, or drop it here'}
        accept={ACCEPTED_EXTENSIONS.zipFile}
        help={`One .zip file of ${MODULE.zipMaxBytes / 1024 / 1024} MB at most`}
        error={error}
        required
        inputRef={inputRef}
        onChoose={(files) => onChange(files[0] ?? null)}
      />
      {file ? (
        <Flex align="center" gap="3" ps="3" pe="1" py="1" minH="44px" borderWidth="1px" rounded="l2">
          <Box as={FileArchive} boxSize="16px" flexShrink="0" color="fg.muted" aria-hidden />
          <Span flex="1" truncate>
            {file.name}
          </Span>
          <Span color="fg.muted" textStyle="meta" whiteSpace="nowrap" fontVariantNumeric="tabular-nums">
            {formatFileSize(file.size)}
          </Span>
          <IconButton
            type="button"
            variant="ghost"
            colorPalette="gray"
            size="sm"
            aria-label={`Remove ${file.name}`}
            onClick={remove}
          >
            <X size={16} />
          </IconButton>
        </Flex>
      ) : null}
      <MissingFiles names={missingNames} onDismiss={onDismissMissing} />
    </Stack>
  );
}
