import { AVATAR } from '@solvent/contracts';
import { VisuallyHidden } from '@solvent/ui';
import type { ChangeEvent } from 'react';

interface PictureInputProps {
  label: string;
  /** Describes what may be chosen, or why the last choice was refused. */
  describedBy?: string | undefined;
  onChoose: (file: File) => void;
}

/** The file input of a label that looks like a button. */
export function PictureInput({ label, describedBy, onChoose }: PictureInputProps) {
  function choose({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const file = currentTarget.files?.[0];
    // The same file can be chosen again after a failure.
    currentTarget.value = '';
    if (file) onChoose(file);
  }
  return (
    <VisuallyHidden asChild>
      <input
        type="file"
        accept={AVATAR.types.join(',')}
        aria-label={label}
        aria-describedby={describedBy}
        data-picture-input=""
        onChange={choose}
      />
    </VisuallyHidden>
  );
}
