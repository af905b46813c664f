import { MODULE_CONFIRMATION_MS } from '@solvent/contracts';
import type { Module, ModuleVersion } from '@solvent/contracts';
import { useQueryClient } from '@solvent/http';
import { Button, toast, VisuallyHidden } from '@solvent/ui';
import type { ButtonProps } from '@solvent/ui';
import { Check, Download } from 'lucide-react';
import { useEffect, useState } from 'react';
import { invalidateModules } from '../api/modules.ts';
import { downloadModule, ChecksumError } from './download-module.ts';

const DAMAGED_TEXT = 'The download was damaged on its way. Please try again.';
const FAILED_TEXT = 'The download failed. Please try again.';

type DownloadState = { name: 'ready' } | { name: 'under-way'; fraction: number } | { name: 'done' };

function useDownload(module: Pick<Module, 'id' | 'slug'>, version: Pick<ModuleVersion, 'version' | 'sha256'>) {
  const queryClient = useQueryClient();
  const [state, setState] = useState<DownloadState>({ name: 'ready' });
  useEffect(() => {
    if (state.name !== 'done') return;
    const timer = setTimeout(() => setState({ name: 'ready' }), MODULE_CONFIRMATION_MS);
    return () => clearTimeout(timer);
  }, [state]);

  async function start(): Promise<void> {
    setState({ name: 'under-way', fraction: 0 });
    try {
      await downloadModule(module, version, (fraction) => setState({ name: 'under-way', fraction }));
      setState({ name: 'done' });
      // The user may now review the module, and the download is counted.
      void invalidateModules(queryClient);
    } catch (error) {
      setState({ name: 'ready' });
      if (error instanceof ChecksumError) toast.error(DAMAGED_TEXT);
      else toast.failure(error, FAILED_TEXT);
    }
  }
  return { state, start: () => void start() };
}

interface DownloadButtonProps extends ButtonProps {
  module: Pick<Module, 'id' | 'slug'>;
  version: Pick<ModuleVersion, 'version' | 'sha256'>;
  label: string;
  /** Distinguishes several buttons for screen readers. */
  hiddenSuffix?: string;
}

/** Downloads a version, then is disabled as "Downloaded" for three seconds (product 4.19). */
export function DownloadButton({ module, version, label, hiddenSuffix, ...props }: DownloadButtonProps) {
  const { state, start } = useDownload(module, version);
  const isDone = state.name === 'done';
  const percent = state.name === 'under-way' ? Math.floor(state.fraction * 100) : 0;
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
      {hiddenSuffix && !isDone ? <VisuallyHidden> {hiddenSuffix}</VisuallyHidden> : null}
    </Button>
  );
}
