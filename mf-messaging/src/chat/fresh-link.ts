import type { FileLinkAnswer } from '@solvent/contracts';
import { http } from '@solvent/http';

/**
 * Another link to a message's file, for when the one that came with it has run out (`CHAT.linkMinutes`).
 *
 * @throws ApiError 404 for a file that is gone or that the person may not read
 */
export async function freshLink(fileId: string): Promise<string> {
  const { data } = await http.get<FileLinkAnswer>(`/files/${encodeURIComponent(fileId)}/link`);
  return data.url;
}
