import { failureText } from '@solvent/http';
import { toast } from '@solvent/ui';
import { freshLink } from '../../api/messages.ts';

/** Saves a file of a message: its link may have run out, so it is asked for anew. */
export async function saveFile(id: string, name: string): Promise<void> {
  try {
    const link = document.createElement('a');
    link.href = await freshLink(id);
    link.download = name;
    link.click();
  } catch (error) {
    toast.error(failureText(error, `${name} could not be downloaded. Please try again.`));
  }
}
