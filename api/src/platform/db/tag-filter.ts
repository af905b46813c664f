import { sql } from 'drizzle-orm';
import type { Column, Placeholder, SQL } from 'drizzle-orm';

/** `' React, ,react,AWS'` → `['react', 'aws']` */
export function parseTagKeys(tags: string): string[] {
  const keys = tags.split(',').map((tag) => tag.trim().toLowerCase());
  return [...new Set(keys)].filter((key) => key !== '');
}

/**
 * Matches rows with any of the tags, ignoring case.
 * @param column the tags in lower case
 * @param tags joined by commas (no condition if empty), or a placeholder for {@link parseTagKeys}
 */
export function hasAnyTag(column: Column, tags: string | Placeholder | undefined): SQL | undefined {
  if (typeof tags === 'object') return sql`${column} && ${tags}::text[]`;
  const keys = parseTagKeys(tags ?? '');
  return keys.length === 0 ? undefined : sql`${column} && ${sql.param(keys)}::text[]`;
}
