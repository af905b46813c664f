import { useRef, useState } from 'react';
import type { UploadValues } from './upload-values.ts';

/** Asks a person to confirm what they are about to send. */
export function useConfirmation() {
  const [asked, setAsked] = useState<UploadValues | null>(null);
  const answer = useRef<(isConfirmed: boolean) => void>(() => undefined);

  /** @returns whether they did */
  function ask(values: UploadValues): Promise<boolean> {
    setAsked(values);
    return new Promise((resolve) => {
      answer.current = resolve;
    });
  }

  function reply(isConfirmed: boolean): void {
    setAsked(null);
    answer.current(isConfirmed);
  }

  return { asked, ask, confirm: () => reply(true), goBack: () => reply(false) };
}
