import { MODULE_CONFIRMATION } from '@solvent/contracts';
import type { Module, ModuleVersion } from '@solvent/contracts';
import { failureText, useQueryClient } from '@solvent/http';
import { toast } from '@solvent/ui';
import { useEffect, useState } from 'react';
import { refreshModules } from '../../../module/show-module.ts';
import { downloadModule, WrongBytes } from './download-module.ts';

const WRONG = 'The download was damaged on its way. Please try again.';
const FAILED = 'The download failed. Please try again.';

type State = { name: 'ready' } | { name: 'under-way'; part: number } | { name: 'done' };

/** A version's download: how far it is, and for three seconds that it is done (spec 4). */
export function useDownload(module: Module, version: Pick<ModuleVersion, 'version' | 'sha256'>) {
  const queryClient = useQueryClient();
  const [state, setState] = useState<State>({ name: 'ready' });
  useEffect(() => {
    if (state.name !== 'done') return;
    const timer = setTimeout(() => setState({ name: 'ready' }), MODULE_CONFIRMATION);
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
      toast.error(error instanceof WrongBytes ? WRONG : failureText(error, FAILED));
    }
  }
  return { state, start: () => void start() };
}
