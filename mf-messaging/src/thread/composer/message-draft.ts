import { readKey, writeKey } from '@solvent/store';

/** Whose draft, and of which conversation. */
export interface DraftPlace {
  userId: string;
  conversationId: string;
}

/** Where a person's unsent words are kept in this browser. */
const messageDraftKey = ({ userId, conversationId }: DraftPlace): string => `solvent.draft.message.${userId}.${conversationId}`;

export const readMessageDraft = (place: DraftPlace): string => readKey(messageDraftKey(place)) ?? '';

/** Keeps what was typed, or removes a draft in which nothing stands. */
export const keepMessageDraft = (place: DraftPlace, text: string): void =>
  writeKey(messageDraftKey(place), text.trim() === '' ? null : text);

/** Files that were chosen and not sent: kept while the page is there, since storage has no room for them. */
const files = new Map<string, readonly File[]>();

export const draftFiles = (place: DraftPlace): readonly File[] => files.get(messageDraftKey(place)) ?? [];

export function keepDraftFiles(place: DraftPlace, chosen: readonly File[]): void {
  if (chosen.length === 0) files.delete(messageDraftKey(place));
  else files.set(messageDraftKey(place), chosen);
}
