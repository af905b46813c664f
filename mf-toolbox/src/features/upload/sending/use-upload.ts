import { MODULE_UPLOAD } from '@solvent/contracts';
import type { Module } from '@solvent/contracts';
import { isAborted } from '@solvent/http';
import { toast } from '@solvent/ui';
import { useEffect, useRef, useState } from 'react';
import { EMPTY_UPLOAD } from '../upload-values.ts';
import type { UploadValues } from '../upload-values.ts';
import { failureOf, moduleRejected } from './failure.ts';
import { pacedBar } from './paced-bar.ts';
import { cancelUpload } from './upload-module.ts';
import { CANCELLED, useTransfer } from './use-transfer.ts';

/** How far an upload is. */
type UploadState =
  | { phase: 'idle' }
  /** `percent` is what shows; `isSent` once every byte has left; `isStill` while none do. */
  | { phase: 'sending'; percent: number; isSent: boolean; isStill: boolean; isAnswered: boolean }
  /** Said by who could not take it, or of a connection that was lost. */
  | { phase: 'failed'; text: string; canRetry: boolean }
  | { phase: 'done'; module: Module };

export type SendingState = Extract<UploadState, { phase: 'sending' }>;

const IDLE: UploadState = { phase: 'idle' };
const STARTED: SendingState = { phase: 'sending', percent: 0, isSent: false, isStill: false, isAnswered: false };

const FIELDS = [...Object.keys(EMPTY_UPLOAD), 'slug'];

const pause = (time: number) => new Promise((resolve) => setTimeout(resolve, time));

function refuseRejected({ status, review }: Module): void {
  if (status === 'rejected') throw moduleRejected(review?.reason ?? 'The archive was not accepted');
}

/** One that was answered is done, also for who leaves while its bar still fills. */
function useStored() {
  /** By its key. */
  const stored = useRef<string | null>(null);
  useEffect(
    () => () => {
      if (stored.current) toast.success('Your module was uploaded successfully.');
    },
    [],
  );
  return stored;
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
  /** It was called off: the server has it no more, and takes nothing more by its key. */
  onCalledOff: () => void;
}

/**
 * Sends a module and shows how far it is. `send` rejects as the call did. `cancel` is for who leaves the page: a transfer
 * ends with the page, and what a quick server has stored while the bar still fills is taken back.
 */
export function useUpload({ onStored, onCalledOff }: UploadListener) {
  const [state, setState] = useState<UploadState>(IDLE);
  const storedRef = useStored();
  const transfer = useTransfer(onCalledOff);
  useLeaveWarning(state.phase === 'sending' && !state.isAnswered);

  const patch = (change: Partial<SendingState>) => setState((now) => (now.phase === 'sending' ? { ...now, ...change } : now));

  async function send(values: UploadValues, idempotencyKey: string): Promise<void> {
    let sent = 0;
    setState(STARTED);
    const bar = pacedBar((percent) => patch({ percent }));
    const onProgress = (part: number) => {
      sent = part;
      bar.aim(part);
      if (part === 1) patch({ isSent: true });
    };
    const onStill = (isStill: boolean) => patch({ isStill });
    try {
      const module = await transfer(values, { idempotencyKey, onProgress, onStill });
      refuseRejected(module);
      storedRef.current = idempotencyKey;
      onStored();
      onProgress(1);
      patch({ isAnswered: true });
      await bar.full;
      await pause(MODULE_UPLOAD.pause);
      if (!storedRef.current) return;
      storedRef.current = null;
      setState({ phase: 'done', module });
    } catch (error) {
      setState(isAborted(error) ? IDLE : { phase: 'failed', ...failureOf(error, sent, FIELDS) });
      throw error;
    } finally {
      bar.stop();
    }
  }

  async function cancel(): Promise<void> {
    const key = storedRef.current;
    if (key === null) return;
    storedRef.current = null;
    try {
      await cancelUpload(key);
      onCalledOff();
      toast.info(CANCELLED);
    } catch {
      toast.error('Your module was stored already. It stands among your own modules.');
    }
  }

  return { state, send, cancel };
}
