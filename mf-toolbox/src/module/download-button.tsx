import { MODULE_CONFIRMATION_MS } from '@solvent/contracts';
import type { Module, ModuleVersion } from '@solvent/contracts';
import { useQueryClient } from '@solvent/http';
import { Button, toast, VisuallyHidden } from '@solvent/ui';
import type { ButtonProps } from '@solvent/ui';
import { Check, Download } from 'lucide-react';
import { useEffect, useState } from 'react';
import { refreshModules } from '../api/modules.ts';
import { downloadModule, WrongBytes } from './download-module.ts';

const WRONG = 'The download was damaged on its way. Please try again.';
const FAILED = 'The download failed. Please try again.';

type State = { name: 'ready' } | { name: 'under-way'; part: number } | { name: 'done' };

/** A version's download: how far it is, and for three seconds that it is done (product 4.19). */
function useDownload(module: Pick<Module, 'id' | 'slug'>, version: Pick<ModuleVersion, 'version' | 'sha256'>) {
  const queryClient = useQueryClient();
  const [state, setState] = useState<State>({ name: 'ready' });
  useEffect(() => {
    if (state.name !== 'done') return;
    const timer = setTimeout(() => setState({ name: 'ready' }), MODULE_CONFIRMATION_MS);
    return () => clearTimeout(timer);
  }, [state]);

  async function start(): Promise<void> {
    setState({ name: 'under-way', part: 0 });
    try {
      await downloadModule(module, version, (part) => setState({ name: 'under-way', part }));
      setState({ name: 'done' });
      // Whoever has it may review it now, and it counts.
      void refreshModules(queryClient);
    } catch (error) {
      setState({ name: 'ready' });
      if (error instanceof WrongBytes) toast.error(WRONG);
      else toast.failure(error, FAILED);
    }
  }
  return { state, start: () => void start() };
}

interface DownloadButtonProps extends ButtonProps {
  module: Pick<Module, 'id' | 'slug'>;
  version: Pick<ModuleVersion, 'version' | 'sha256'>;
  label: string;
  /** Which one of many, for who does not see where it stands. */
  of?: string;
}

/** Downloads a version; then says Downloaded, and rests for three seconds (product 4.19). */
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
