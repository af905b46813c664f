import { sql } from 'drizzle-orm';
import type { Column, Placeholder, SQL } from 'drizzle-orm';

/** Parses `' React, ,react,AWS'` to `['react', 'aws']`. */
export function parseTagKeys(tags: string): string[] {
  const keys = tags.split(',').map((tag) => tag.trim().toLowerCase());
  return [...new Set(keys)].filter((key) => key !== '');
}

/** @param column tags in lower case @param tags joined by commas, or a placeholder for the result of {@link parseTagKeys} */
export function hasAnyTag(column: Column, tags: string | Placeholder | undefined): SQL | undefined {
  if (typeof tags === 'object') return sql`${column} && ${tags}::text[]`;
  const keys = parseTagKeys(tags ?? '');
  return keys.length === 0 ? undefined : sql`${column} && ${sql.param(keys)}::text[]`;
}
