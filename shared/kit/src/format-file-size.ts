const KILO = 1024;

/** "640 B", "12 KB", "3.4 MB". @param bytes whole, not negative */
export function formatFileSize(bytes: number): string {
  if (bytes < KILO) return `${bytes} B`;
  if (bytes < KILO * KILO) return `${Math.round(bytes / KILO)} KB`;
  return `${(bytes / (KILO * KILO)).toLocaleString('en-US', { maximumFractionDigits: 1 })} MB`;
}
