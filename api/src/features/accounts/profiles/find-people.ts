import { sql } from 'drizzle-orm';
import type { ProfilesAnswer } from '@solvent/contracts';
import { PEOPLE_FOUND_MAX } from '@solvent/contracts';
import type { Executor } from '../../../platform/db/connect.ts';

type Found = ProfilesAnswer['users'][number];

/** Of more that match, some: a single letter begins thousands of names. */
const CANDIDATES_MAX = 500;
const WORDS_MAX = 8;

const withoutAccents = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** All words, each of which may go on: letters and digits alone, so that nothing in them is an operator. */
function queryOf(search: string): string {
  const words = withoutAccents(search).match(/[\p{L}\p{N}]+/gu) ?? [];
  return words
    .slice(0, WORDS_MAX)
    .map((word) => `${word}:*`)
    .join(' & ');
}

/**
 * People whose names have words that begin with those of `search`, whatever the accents; names that begin with it as it is
 * come first, then by the alphabet. Who deleted the account is not found.
 */
export async function findPeople(db: Executor, search: string): Promise<Found[]> {
  const query = queryOf(search);
  if (query === '') return [];
  const { rows } = await db.execute<Found & Record<string, unknown>>(sql`
    WITH found AS (
      SELECT * FROM users WHERE name_words(name) @@ ${query}::tsquery AND deleted_at IS NULL LIMIT ${CANDIDATES_MAX}
    )
    SELECT id AS "_id", name, image, role, headline FROM found
    ORDER BY NOT starts_with(lower(name), ${search.toLowerCase()}), lower(name), id
    LIMIT ${PEOPLE_FOUND_MAX}`);
  return rows;
}
