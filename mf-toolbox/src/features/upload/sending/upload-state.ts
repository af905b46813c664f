import type { Module } from '@solvent/contracts';

/** How far an upload is. */
export type UploadState =
  | { phase: 'idle' }
  /** `percent` is what shows; `isSent` once every byte has left; `isStill` while none do. */
  | { phase: 'sending'; percent: number; isSent: boolean; isStill: boolean; isAnswered: boolean }
  /** Said by who could not take it, or of a connection that was lost. */
  | { phase: 'failed'; text: string; canRetry: boolean }
  | { phase: 'done'; module: Module };

export type SendingState = Extract<UploadState, { phase: 'sending' }>;

export const IDLE: UploadState = { phase: 'idle' };
export const STARTED: SendingState = { phase: 'sending', percent: 0, isSent: false, isStill: false, isAnswered: false };
