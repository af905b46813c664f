import { MODULE_UPLOAD } from '@solvent/contracts';
import type { Module } from '@solvent/contracts';
import { isAborted } from '@solvent/http';
import { toast } from '@solvent/ui';
import { useEffect, useRef, useState } from 'react';
import { EMPTY_UPLOAD } from '../upload-values.ts';
import type { UploadValues } from '../upload-values.ts';
import { failureOf, ModuleRejected } from './failure.ts';
import { pacedBar } from './paced-bar.ts';
import { uploadModule } from './upload-module.ts';
import { IDLE, STARTED } from './upload-state.ts';
import type { SendingState, UploadState } from './upload-state.ts';

const FIELDS = [...Object.keys(EMPTY_UPLOAD), 'slug'];

const pause = (time: number) => new Promise((resolve) => setTimeout(resolve, time));

const rejectionOf = ({ status, review }: Module): ModuleRejected | undefined =>
  status === 'rejected' ? new ModuleRejected(review?.reason ?? 'The archive was not accepted') : undefined;

/** A transfer ends with the page. One that was answered is done: only its bar still fills. */
function useTransfer() {
  const transfer = useRef<AbortController | null>(null);
  useEffect(
    () => () => {
      if (!transfer.current) return;
      transfer.current.abort();
      toast.info('The upload was cancelled. Your texts are kept on this device.');
    },
    [],
  );
  return transfer;
}

/** Asks before a tab is closed in the middle of a transfer. */
function useLeaveWarning(isActive: boolean): void {
  useEffect(() => {
    if (!isActive) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isActive]);
}

/**
 * Sends a module and shows how far it is. `send` rejects as the call did.
 *
 * @param onStored the server has the module
 */
export function useUpload(onStored: (module: Module) => void) {
  const [state, setState] = useState<UploadState>(IDLE);
  const transferRef = useTransfer();
  useLeaveWarning(state.phase === 'sending' && !state.isAnswered);

  const patch = (change: Partial<SendingState>) => setState((now) => (now.phase === 'sending' ? { ...now, ...change } : now));

  async function call(values: UploadValues, idempotencyKey: string, onProgress: (part: number) => void): Promise<Module> {
    const controller = new AbortController();
    transferRef.current = controller;
    try {
      const module = await uploadModule(values, { signal: controller.signal, onProgress, idempotencyKey });
      const rejection = rejectionOf(module);
      if (rejection) throw rejection;
      return module;
    } finally {
      transferRef.current = null;
    }
  }

  async function send(values: UploadValues, idempotencyKey: string): Promise<void> {
    let sent = 0;
    setState(STARTED);
    const bar = pacedBar((percent) => patch({ percent }));
    const progress = (part: number) => {
      sent = part;
      bar.aim(part);
      if (part === 1) patch({ isSent: true });
    };
    try {
      const module = await call(values, idempotencyKey, progress);
      onStored(module);
      progress(1);
      patch({ isAnswered: true });
      await bar.full;
      await pause(MODULE_UPLOAD.pause);
      setState({ phase: 'done', findings: module.review?.findings.length ?? 0 });
    } catch (error) {
      setState(isAborted(error) ? IDLE : { phase: 'failed', ...failureOf(error, sent, FIELDS) });
      throw error;
    } finally {
      bar.stop();
    }
  }

  return { state, send };
}
