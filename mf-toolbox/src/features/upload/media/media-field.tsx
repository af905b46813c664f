import { chakra, Stack } from '@solvent/ui';
import { useRef, useState } from 'react';
import { AskedAgain } from '../files/asked-again.tsx';
import { DropField } from '../files/drop-field.tsx';
import { fileKey, withChosen } from '../files/file-text.ts';
import { MediaDialog } from './media-dialog.tsx';
import type { MediaKind } from './media-dialog.tsx';
import { Thumbnail } from './thumbnail.tsx';

interface MediaFieldProps {
  label: string;
  kind: MediaKind;
  accept: string;
  help: string;
  files: readonly File[];
  error: string | undefined;
  /** Why one of them cannot be sent. */
  errorOf: (file: File) => string | undefined;
  onChange: (files: File[]) => void;
  asked: readonly string[];
  onForget: () => void;
}

/** Pictures or videos that show what a module does. */
export function MediaField({ label, kind, accept, help, files, error, errorOf, onChange, asked, onForget }: MediaFieldProps) {
  const inputRef = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState<File | null>(null);
  function remove(file: File) {
    onChange(files.filter((other) => other !== file));
    inputRef.current?.focus();
  }
  return (
    <Stack gap="2.5">
      <DropField
        label={label}
        prompt={`Choose ${kind}s, or drop them here`}
        accept={accept}
        help={help}
        error={error}
        multiple
        inputRef={inputRef}
        onChoose={(chosen) => onChange(withChosen(files, chosen))}
      />
      {files.length > 0 ? (
        <chakra.ul
          aria-label={label}
          listStyleType="none"
          display="grid"
          gap="3"
          gridTemplateColumns="repeat(auto-fill, minmax(min(132px, 40%), 1fr))"
        >
          {files.map((file) => (
            <Thumbnail
              key={fileKey(file)}
              file={file}
              kind={kind}
              error={errorOf(file)}
              onOpen={() => setOpen(file)}
              onRemove={() => remove(file)}
            />
          ))}
        </chakra.ul>
      ) : null}
      <AskedAgain names={asked} onForget={onForget} />
      {open ? <MediaDialog file={open} kind={kind} onClose={() => setOpen(null)} /> : null}
    </Stack>
  );
}
