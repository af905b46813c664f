import { previewOf } from '@solvent/contracts/message-preview';

/** What one is told of a message: its text as one line; files alone are named. */
export function tellingOf(content: string, fileCount: number): string {
  const text = previewOf(content);
  if (text !== '') return text;
  return fileCount === 1 ? 'Sent a file' : `Sent ${fileCount} files`;
}
