import { formatNumber } from '@solvent/contracts';

const KILO = 1024;

/** "640 B", "12 KB", "3.4 MB". @param bytes whole, not negative */
export function formatFileSize(bytes: number): string {
  if (bytes < KILO) return `${bytes} B`;
  if (bytes < KILO * KILO) return `${Math.round(bytes / KILO)} KB`;
  return `${formatNumber(Math.round((bytes / (KILO * KILO)) * 10) / 10)} MB`;
}
