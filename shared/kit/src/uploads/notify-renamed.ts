import { toast } from '@solvent/ui';

/** Shows that the server stored a file under a name that nothing runs. Pictures only get the extension of their new format. */
export function notifyRenamed(name: string, stored: { name: string; mimeType: string } | undefined): void {
  if (!stored || stored.mimeType.startsWith('image/') || stored.name.toLowerCase() === name.toLowerCase()) return;
  toast.info(`${name} was renamed to ${stored.name}.`);
}
