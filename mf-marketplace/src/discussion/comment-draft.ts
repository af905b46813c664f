import { readKey, writeKey } from '@solvent/store';

/** Where a person's unsent words under a problem are kept in this browser; each question has its own for the answer. */
export const draftKey = (userId: string, problemId: string, parentId: string | undefined): string =>
  `solvent.draft.comment.${userId}.${problemId}.${parentId ?? 'question'}`;

export const readDraft = (key: string): string => readKey(key) ?? '';

/** Keeps what was typed, or removes a draft in which nothing stands. */
export const keepDraft = (key: string, content: string): void => writeKey(key, content.trim() === '' ? null : content);
