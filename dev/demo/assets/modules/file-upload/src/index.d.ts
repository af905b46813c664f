export function kindOf(bytes: Uint8Array): string | undefined;

export interface UploadServer {
  /** Resolves with the upload's id. */
  begin(file: { name: string; size: number }): Promise<string>;
  /** How many bytes have arrived. */
  received(id: string): Promise<number>;
  /** Takes a part; resolves with how many bytes have arrived. */
  put(id: string, offset: number, bytes: Uint8Array): Promise<number>;
}

export interface Upload {
  readonly id: string | undefined;
  start(): Promise<boolean>;
  pause(): void;
}

export function createUpload(options: {
  file: Blob;
  name: string;
  server: UploadServer;
  partBytes?: number;
  tries?: number;
  onProgress?: (sent: number, size: number) => void;
  /** Of an upload that is to be resumed. */
  id?: string;
}): Upload;

export interface Receiver extends UploadServer {
  take(id: string): Buffer;
}

export function createReceiver(options: { maxBytes: number; kinds: string[] }): Receiver;
