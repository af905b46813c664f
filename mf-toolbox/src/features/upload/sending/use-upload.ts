import { MODULE_UPLOAD } from '@solvent/contracts';
import type { Module } from '@solvent/contracts';
import { isAborted } from '@solvent/http';
import { toast } from '@solvent/ui';
import { useEffect, useRef, useState } from 'react';
import { EMPTY_UPLOAD } from '../upload-values.ts';
import type { UploadValues } from '../upload-values.ts';
import { failureOf, ModuleRejected } from './failure.ts';
import { pacedBar } from './paced-bar.ts';
import { uploadModule, withdrawModule } from './upload-module.ts';
import { IDLE, STARTED } from './upload-state.ts';
import type { SendingState, UploadState } from './upload-state.ts';

const FIELDS = [...Object.keys(EMPTY_UPLOAD), 'slug'];

const CANCELLED = 'The upload was cancelled. Your texts are kept on this device.';

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
      toast.info(CANCELLED);
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

interface UploadListener {
  /** The server has the module. */
  onStored: () => void;
  /** It was called off after that, and the server has it no more. */
  onWithdrawn: () => void;
}

/**
 * Sends a module and shows how far it is. `send` rejects as the call did. `cancel` is for who leaves the page: a transfer
 * ends with the page, and what a quick server has stored while the bar still fills is taken back.
 */
export function useUpload({ onStored, onWithdrawn }: UploadListener) {
  const [state, setState] = useState<UploadState>(IDLE);
  const storedRef = useRef<Module | null>(null);
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
      storedRef.current = module;
      onStored();
      progress(1);
      patch({ isAnswered: true });
      await bar.full;
      await pause(MODULE_UPLOAD.pause);
      if (storedRef.current) setState({ phase: 'done', findings: module.review?.findings.length ?? 0 });
    } catch (error) {
      setState(isAborted(error) ? IDLE : { phase: 'failed', ...failureOf(error, sent, FIELDS) });
      throw error;
    } finally {
      bar.stop();
    }
  }

  async function cancel(): Promise<void> {
    const stored = storedRef.current;
    if (!stored) return;
    storedRef.current = null;
    try {
      await withdrawModule(stored.id);
      onWithdrawn();
      toast.info(CANCELLED);
    } catch {
      toast.error('Your module was stored already. It stands among your own modules.');
    }
  }

  return { state, send, cancel };
}
