import { toast } from '@solvent/ui';
import { useEffect } from 'react';

/** Says that a dialog could not be had, and closes it: pressing its button again tries again. */
export function SlotFailureToast({ text, onShown }: { text: string; onShown: () => void }) {
  useEffect(() => {
    toast.error(text);
    onShown();
  }, [text, onShown]);
  return null;
}
