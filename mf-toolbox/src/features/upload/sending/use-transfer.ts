import type { Module } from '@solvent/contracts';
import { ApiError, NETWORK_ERROR } from '@solvent/http';
import { toast } from '@solvent/ui';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { UploadValues } from '../upload-values.ts';
import { cancelUpload, uploadModule } from './upload-module.ts';
import { watchTransfer } from './watch-transfer.ts';

const OUTCOME_UNKNOWN = 'We could not confirm whether your module was published. Check My Modules.';

export const CANCELED = 'The upload was canceled. Your texts are kept on this device.';

interface TransferOptions {
  idempotencyKey: string;
  /** 0 to 1. */
  onProgress: (fraction: number) => void;
  onStalled: (isStalled: boolean) => void;
}

interface Transfer {
  controller: AbortController;
  idempotencyKey: string;
  isFullySent: boolean;
}

async function cancelTransfer({ controller, idempotencyKey, isFullySent }: Transfer): Promise<void> {
  controller.abort();
  try {
    await cancelUpload(idempotencyKey);
  } catch {
    // A partial upload is never published.
    if (isFullySent) {
      toast.error(OUTCOME_UNKNOWN);
      return;
    }
  }
  toast.info(CANCELED);
}

/**
 * Uploads a module; leaving the page cancels it on the server, too.
 *
 * @param onCanceled invalidates the idempotency key
 * @returns a function that rejects with a network error after a stall
 */
export function useTransfer(onCanceled: () => void) {
  const transferRef = useRef<Transfer | null>(null);
  const cancelCurrent = useEffectEvent(() => {
    if (transferRef.current === null) return;
    void cancelTransfer(transferRef.current);
    onCanceled();
  });
  useEffect(() => () => cancelCurrent(), []);

  return async (values: UploadValues, { idempotencyKey, onProgress, onStalled }: TransferOptions): Promise<Module> => {
    const controller = new AbortController();
    const { signal } = controller;
    const watch = watchTransfer({ onStalled, onLost: () => controller.abort(new ApiError(0, 'network', NETWORK_ERROR)) });
    const transfer: Transfer = { controller, idempotencyKey, isFullySent: false };
    const progress = (fraction: number) => {
      transfer.isFullySent = fraction === 1;
      watch.reportProgress(fraction);
      onProgress(fraction);
    };
    transferRef.current = transfer;
    try {
      return await uploadModule(values, { signal, onProgress: progress, idempotencyKey });
    } catch (error) {
      throw signal.reason instanceof ApiError ? signal.reason : error;
    } finally {
      watch.stop();
      transferRef.current = null;
    }
  };
}
