/** How far an upload is. */
export type UploadState =
  | { phase: 'idle' }
  /** `percent` is what shows; `isSent` once every byte has left. */
  | { phase: 'sending'; percent: number; isSent: boolean; isAnswered: boolean }
  /** Said by who could not take it, or of a connection that was lost. */
  | { phase: 'failed'; text: string; canRetry: boolean }
  | { phase: 'done'; findings: number };

export type SendingState = Extract<UploadState, { phase: 'sending' }>;

export const IDLE: UploadState = { phase: 'idle' };
export const STARTED: SendingState = { phase: 'sending', percent: 0, isSent: false, isAnswered: false };
