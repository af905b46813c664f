import { formatNumber } from '@solvent/contracts';

const BYTES_PER_KB = 1024;

/** Returns "640 B", "12 KB" or "3.4 MB". */
export function formatFileSize(bytes: number): string {
  if (bytes < BYTES_PER_KB) return `${bytes} B`;
  if (bytes < BYTES_PER_KB * BYTES_PER_KB) return `${Math.round(bytes / BYTES_PER_KB)} KB`;
  return `${formatNumber(Math.round((bytes / (BYTES_PER_KB * BYTES_PER_KB)) * 10) / 10)} MB`;
}
