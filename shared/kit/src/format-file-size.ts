import { formatNumber } from '@solvent/contracts';

const BYTES_PER_KB = 1024;

/** "640 B", "12 KB", "3.4 MB". @param bytes whole, not negative */
export function formatFileSize(bytes: number): string {
  if (bytes < BYTES_PER_KB) return `${bytes} B`;
  if (bytes < BYTES_PER_KB * BYTES_PER_KB) return `${Math.round(bytes / BYTES_PER_KB)} KB`;
  return `${formatNumber(Math.round((bytes / (BYTES_PER_KB * BYTES_PER_KB)) * 10) / 10)} MB`;
}
