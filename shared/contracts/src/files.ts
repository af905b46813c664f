import type { StoredFile } from './schemas/common.ts';

export interface FileResponse {
  file: StoredFile;
}

export interface FileLinkResponse {
  /** Expires after `CHAT.linkMinutes`. */
  url: string;
}
