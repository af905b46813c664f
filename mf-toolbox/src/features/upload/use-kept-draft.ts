import { onKeyChange } from '@solvent/store';
import { useEffect, useEffectEvent, useState } from 'react';
import { draftKey, dropDraft, keepDraft, newIdempotencyKey, readDraft, stillAsked } from './upload-draft.ts';
import type { FileField, UploadDraft } from './upload-draft.ts';
import type { UploadValues } from './upload-values.ts';

/** The draft that a person's form starts with. */
export function useFirstDraft(userId: string): UploadDraft {
  const [draft] = useState(() => readDraft(draftKey(userId)));
  return draft;
}

/**
 * Keeps what is typed, and the names of the files, in this browser. Once the draft was sent, what still stands here would be another module:
 * it has another key for the server.
 */
export function useKeptDraft(userId: string, first: UploadDraft, values: UploadValues) {
  const key = draftKey(userId);
  const [names, setNames] = useState(first.names);
  const [idempotencyKey, setIdempotencyKey] = useState(first.idempotencyKey);
  const [isKept, setIsKept] = useState(false);
  /** Sent, from here or from another tab: no draft any more until something changes. */
  const [settled, setSettled] = useState<UploadValues | null>(null);
  const renewKey = () => setIdempotencyKey(newIdempotencyKey());

  useEffect(() => {
    if (values !== settled) setIsKept(keepDraft(key, { values, names, idempotencyKey }));
  }, [key, values, names, idempotencyKey, settled]);

  function settle(): void {
    setSettled(values);
    setIsKept(false);
  }
  const heed = useEffectEvent((saved: string | null) => {
    if (saved !== null) return;
    settle();
    renewKey();
  });
  useEffect(() => onKeyChange(key, heed), [key]);

  return {
    asked: stillAsked(names, values),
    forget: (field: FileField) => setNames((known) => ({ ...known, [field]: [] })),
    idempotencyKey,
    renewKey,
    isKept,
    drop: () => {
      settle();
      dropDraft(key);
    },
    /** For the next visit; by then it is another module. */
    restore: () => void keepDraft(key, { values, names, idempotencyKey: newIdempotencyKey() }),
  };
}
