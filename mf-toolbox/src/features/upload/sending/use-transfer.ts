import type { Module } from '@solvent/contracts';
import { ApiError, NETWORK_ERROR } from '@solvent/http';
import { toast } from '@solvent/ui';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { UploadValues } from '../upload-values.ts';
import { cancelUpload, uploadModule } from './upload-module.ts';
import { watchTransfer } from './watch-transfer.ts';

const UNKNOWN = 'The server did not say whether your module was published all the same. See My Modules.';

export const CANCELLED = 'The upload was cancelled. Your texts are kept on this device.';

interface TransferOptions {
  idempotencyKey: string;
  /** From 0 to 1. */
  onProgress: (part: number) => void;
  onStill: (isStill: boolean) => void;
}

interface Transfer {
  controller: AbortController;
  idempotencyKey: string;
  isSent: boolean;
}

async function callOff({ controller, idempotencyKey, isSent }: Transfer): Promise<void> {
  controller.abort();
  try {
    await cancelUpload(idempotencyKey);
  } catch {
    // What was not sent whole is not published.
    if (isSent) {
      toast.error(UNKNOWN);
      return;
    }
  }
  toast.info(CANCELLED);
}

/**
 * Sends a module; the transfer ends with the page, and nothing of it stays on the server.
 *
 * @param onCalledOff - hears that it did; the key is spent then
 * @returns a function that rejects as the call did, and as a lost connection where nothing went through any more
 */
export function useTransfer(onCalledOff: () => void) {
  const current = useRef<Transfer | null>(null);
  const end = useEffectEvent(() => {
    if (current.current === null) return;
    void callOff(current.current);
    onCalledOff();
  });
  useEffect(() => () => end(), []);

  return async (values: UploadValues, { idempotencyKey, onProgress, onStill }: TransferOptions): Promise<Module> => {
    const controller = new AbortController();
    const { signal } = controller;
    const watch = watchTransfer({ onStill, onLost: () => controller.abort(new ApiError(0, 'network', NETWORK_ERROR)) });
    const under: Transfer = { controller, idempotencyKey, isSent: false };
    const progress = (part: number) => {
      under.isSent = part === 1;
      watch.moved(part);
      onProgress(part);
    };
    current.current = under;
    try {
      return await uploadModule(values, { signal, onProgress: progress, idempotencyKey });
    } catch (error) {
      throw signal.reason instanceof ApiError ? signal.reason : error;
    } finally {
      watch.stop();
      current.current = null;
    }
  };
}
