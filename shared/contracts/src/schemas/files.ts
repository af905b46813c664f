import { fileSchema } from './common.ts';
import { json } from './json.ts';
import type { TypeOf } from './json.ts';

export const fileResponse = json.object({ file: fileSchema });
export type FileResponse = TypeOf<typeof fileResponse>;

export const fileLinkResponse = json.object({
  /** Expires after `CHAT.linkMinutes`. */
  url: json.text,
});
export type FileLinkResponse = TypeOf<typeof fileLinkResponse>;
