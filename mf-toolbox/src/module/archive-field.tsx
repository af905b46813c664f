import { MODULE } from '@solvent/contracts';
import { DropField, formatFileSize } from '@solvent/kit';
import { Box, Flex, IconButton, Span, Stack } from '@solvent/ui';
import { FileArchive, X } from 'lucide-react';
import { useRef } from 'react';
import type { RefObject } from 'react';

interface ArchiveFieldProps {
  file: File | null;
  error: string | undefined;
  onChange: (file: File | null) => void;
  /** Of a page that opens the file chooser elsewhere, too. */
  inputRef?: RefObject<HTMLInputElement | null>;
}

/** The archive of a new module or version. */
export function ArchiveField({ file, error, onChange, inputRef: givenRef }: ArchiveFieldProps) {
  const ownRef = useRef<HTMLInputElement>(null);
  const inputRef = givenRef ?? ownRef;
  function remove() {
    onChange(null);
    inputRef.current?.focus();
  }
  return (
    <Stack gap="2.5">
      <DropField
        label="Zip File"
        prompt={file ? 'Choose another .zip file, or drop it here' : 'Choose a .zip file, or drop it here'}
        accept=".zip"
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
    </Stack>
  );
}
