import { json } from './json.ts';
import type { TypeOf } from './json.ts';

/** A response without content. */
export const doneResponse = json.object({});

/** Fields of a paged list beside its items (product 11.6). */
export const pagingSchema = { page: json.integer, limit: json.integer, totalPages: json.integer } as const;

export const personSchema = json.named('PersonSummary').object({ _id: json.id, name: json.text, image: json.textOrNull });
export type PersonSummary = TypeOf<typeof personSchema>;

export const ratingFields = {
  /** Mean of 1 to 5 stars; null without ratings. */
  rating: json.numberOrNull,
  ratingCount: json.integer,
} as const;

export const fileSchema = json
  .named('StoredFile')
  .object({ _id: json.id, url: json.text, name: json.text, size: json.integer, mimeType: json.text });
export type StoredFile = TypeOf<typeof fileSchema>;
