import { MODULE_UPLOAD } from '@solvent/contracts';
import type { Module } from '@solvent/contracts';
import { isAborted } from '@solvent/http';
import { toast } from '@solvent/ui';
import { useEffect, useRef, useState } from 'react';
import { EMPTY_UPLOAD } from '../upload-values.ts';
import type { UploadValues } from '../upload-values.ts';
import { describeFailure, createRejectedError } from './upload-errors.ts';
import { createPacedProgress } from './paced-progress.ts';
import { cancelUpload } from './upload-module.ts';
import { CANCELED, useTransfer } from './use-transfer.ts';

type UploadState =
  | { phase: 'idle' }
  /** `percent` is the smoothed value. */
  | { phase: 'sending'; percent: number; isFullySent: boolean; isStalled: boolean; hasResponse: boolean }
  | { phase: 'failed'; text: string; canRetry: boolean }
  | { phase: 'done'; module: Module };

export type SendingState = Extract<UploadState, { phase: 'sending' }>;

const IDLE: UploadState = { phase: 'idle' };
const INITIAL_SENDING: SendingState = { phase: 'sending', percent: 0, isFullySent: false, isStalled: false, hasResponse: false };

const FORM_FIELDS = [...Object.keys(EMPTY_UPLOAD), 'slug'];

const wait = (time: number) => new Promise((resolve) => setTimeout(resolve, time));

function assertNotRejected({ status, review }: Module): void {
  if (status === 'rejected') throw createRejectedError(review?.reason ?? 'The archive was not accepted');
}

/** Shows a success toast if the user leaves after the upload was stored but before the progress bar is full. */
function useStoredKey() {
  /** Idempotency key of the stored upload. */
  const storedKeyRef = useRef<string | null>(null);
  useEffect(
    () => () => {
      if (storedKeyRef.current) toast.success('Your module was uploaded successfully.');
    },
    [],
  );
  return storedKeyRef;
}

/** Warns before the tab is closed during a transfer. */
function useLeaveWarning(isActive: boolean): void {
  useEffect(() => {
    if (!isActive) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isActive]);
}

interface UploadEvents {
  onStored: () => void;
  /** The server deleted the module, and rejects further requests with its key. */
  onCanceled: () => void;
}

/** Uploads a module with smoothed progress. `cancel` also deletes a module that is already stored. */
export function useUpload({ onStored, onCanceled }: UploadEvents) {
  const [state, setState] = useState<UploadState>(IDLE);
  const storedKeyRef = useStoredKey();
  const transfer = useTransfer(onCanceled);
  useLeaveWarning(state.phase === 'sending' && !state.hasResponse);

  const updateSending = (change: Partial<SendingState>) =>
    setState((current) => (current.phase === 'sending' ? { ...current, ...change } : current));

  async function send(values: UploadValues, idempotencyKey: string): Promise<void> {
    let sentFraction = 0;
    setState(INITIAL_SENDING);
    const progress = createPacedProgress((percent) => updateSending({ percent }));
    const onProgress = (fraction: number) => {
      sentFraction = fraction;
      progress.setTarget(fraction);
      if (fraction === 1) updateSending({ isFullySent: true });
    };
    const onStalled = (isStalled: boolean) => updateSending({ isStalled });
    try {
      const module = await transfer(values, { idempotencyKey, onProgress, onStalled });
      assertNotRejected(module);
      storedKeyRef.current = idempotencyKey;
      onStored();
      onProgress(1);
      updateSending({ hasResponse: true });
      await progress.completed;
      await wait(MODULE_UPLOAD.pause);
      if (!storedKeyRef.current) return;
      storedKeyRef.current = null;
      setState({ phase: 'done', module });
    } catch (error) {
      setState(isAborted(error) ? IDLE : { phase: 'failed', ...describeFailure(error, sentFraction, FORM_FIELDS) });
      throw error;
    } finally {
      progress.stop();
    }
  }

  async function cancel(): Promise<void> {
    const key = storedKeyRef.current;
    if (key === null) return;
    storedKeyRef.current = null;
    try {
      await cancelUpload(key);
      onCanceled();
      toast.info(CANCELED);
    } catch {
      toast.error('Your module was already uploaded. See My Modules.');
    }
  }

  return { state, send, cancel };
}
