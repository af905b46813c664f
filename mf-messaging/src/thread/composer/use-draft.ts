import { CHAT } from '@solvent/contracts';
import { useRef, useState } from 'react';
import { sortOut } from './chosen-files.ts';
import { draftFiles, keepDraftFiles, keepMessageDraft, readMessageDraft } from './message-draft.ts';
import type { DraftPlace } from './message-draft.ts';

/**
 * What a person writes in a conversation, and the files with it: the words outlive a reload, the files another page.
 * `refusals` say why files that were chosen last are not among them.
 */
export function useDraft(place: DraftPlace) {
  const [text, setText] = useState(() => readMessageDraft(place));
  const [files, setFiles] = useState(() => draftFiles(place));
  const [refusals, setRefusals] = useState<readonly string[]>([]);
  // Two drops within one frame must not both fill the same room.
  const latest = useRef(files);

  function put(next: readonly File[]): void {
    latest.current = next;
    setFiles(next);
    keepDraftFiles(place, next);
  }
  function write(next: string): void {
    setText(next);
    keepMessageDraft(place, next);
  }
  return {
    text,
    files,
    refusals,
    write,
    add(chosen: readonly File[], others: readonly string[] = []): void {
      const { accepted, refusals: why } = sortOut(chosen, CHAT.filesMax - latest.current.length);
      setRefusals([...others, ...why]);
      put([...latest.current, ...accepted]);
    },
    remove(file: File): void {
      setRefusals([]);
      put(latest.current.filter((other) => other !== file));
    },
    /** Puts in what was taken back, unless something else stands here. */
    restore(content: string, attached: readonly File[]): void {
      if (text.trim() !== '' || latest.current.length > 0) return;
      write(content);
      put(attached);
    },
    clear(): void {
      setRefusals([]);
      write('');
      put([]);
    },
  };
}

export type Draft = ReturnType<typeof useDraft>;
