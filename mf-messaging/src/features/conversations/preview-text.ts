import type { MessagePreview } from '@solvent/contracts';

/** "You: …", "2 files": the latest message as a line of the list. */
export function previewText(message: MessagePreview | null, userId: string): string {
  if (!message) return 'No messages yet';
  const { text, fileCount, senderId } = message;
  const files = fileCount === 1 ? '1 file' : `${fileCount} files`;
  return `${senderId === userId ? 'You: ' : ''}${text || files}`;
}
