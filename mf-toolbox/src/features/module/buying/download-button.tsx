import type { Module, ModuleVersion } from '@solvent/contracts';
import { Button, VisuallyHidden } from '@solvent/ui';
import type { ButtonProps } from '@solvent/ui';
import { Check, Download } from 'lucide-react';
import { useDownload } from './use-download.ts';

interface DownloadButtonProps extends ButtonProps {
  module: Module;
  version: Pick<ModuleVersion, 'version' | 'sha256'>;
  label: string;
  /** Which one of many, for who does not see where it stands. */
  of?: string;
}

/** Downloads a version; then says Downloaded, and rests for three seconds (spec 4). */
export function DownloadButton({ module, version, label, of, ...props }: DownloadButtonProps) {
  const { state, start } = useDownload(module, version);
  const isDone = state.name === 'done';
  const percent = state.name === 'under-way' ? Math.floor(state.part * 100) : 0;
  return (
    <Button
      disabled={isDone}
      loading={state.name === 'under-way'}
      loadingText={percent > 0 ? `Downloading ${percent} %` : 'Downloading'}
      fontVariantNumeric="tabular-nums"
      onClick={start}
      {...props}
    >
      {isDone ? <Check size={16} aria-hidden /> : <Download size={16} aria-hidden />}
      {isDone ? 'Downloaded' : label}
      {of && !isDone ? <VisuallyHidden> {of}</VisuallyHidden> : null}
    </Button>
  );
}
