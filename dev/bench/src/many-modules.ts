import { sql } from 'drizzle-orm';
import { MODULE_TECHNOLOGIES } from '@solvent/contracts';
import { createVerifiedUser } from '../../../api/src/features/accounts/auth/users.ts';
import type { Db } from '../../../api/src/platform/db/connect.ts';
import { modules } from '../../../api/src/schema/index.ts';

const AUTHORS = 100;
const ROWS_PER_INSERT = 500;
const MINUTE_MS = 60_000;

const KINDS =
  'chart form table calendar editor player uploader router scheduler gateway cache queue map menu dialog wizard'.split(' ');
const ADJECTIVES = 'small typed fast offline secure themable streaming modern tiny accessible lazy reactive'.split(' ');
const AUDIENCES = 'dashboards shops blogs intranets games maps clinics schools banks hotels museums markets'.split(' ');

/** Returns a deterministic number from 0 to `below` - 1. */
const pseudoRandom = (seed: number, below: number) => Math.abs(Math.imul(seed ^ (seed >>> 15), 0x2c1b3c6d) ^ (seed << 7)) % below;
const pick = (list: readonly string[], seed: number) => list[pseudoRandom(seed, list.length)] ?? '';

/** Builds a module whose text contains the word `module` like all others, a common word, and a unique one. */
function buildModule(number: number, authorId: string): typeof modules.$inferInsert {
  const [adjective, kind, audience] = [pick(ADJECTIVES, number), pick(KINDS, number * 3), pick(AUDIENCES, number * 7)];
  const tags = [...new Set([1, 2, 3, 4].map((factor) => pick(MODULE_TECHNOLOGIES, number * factor)))];
  const sentence = `A ${adjective} ${kind} module for ${audience} with keyboard support, themes and tests.`;
  const at = new Date(Date.UTC(2026, 0, 1) + number * 20 * MINUTE_MS);
  return {
    slug: `${adjective}-${kind}-${number}`,
    authorId,
    title: `${adjective[0]?.toUpperCase()}${adjective.slice(1)} ${kind} for ${audience} ${number}`,
    description: `${sentence} It replaces what is written anew in each project. Copy${number}.`,
    tags,
    priceCents: number % 5 < 2 ? 0 : 100 * (1 + pseudoRandom(number, 90)),
    documentation: `# ${kind}\n\n${`${sentence}\n\n`.repeat(30)}`,
    version: '1.0.0',
    status: number % 20 === 0 ? 'unpublished' : 'published',
    releasedAt: at,
    updatedAt: at,
  };
}

async function addAuthors(db: Db): Promise<string[]> {
  const ids: string[] = [];
  for (let number = 0; number < AUTHORS; number += 1) {
    const person = {
      name: `Author ${number}`,
      email: `author-${number}@example.com`,
      passwordHash: null,
      role: 'solver' as const,
    };
    ids.push((await createVerifiedUser(db, person))?.id ?? '');
  }
  return ids;
}

/** Fills an empty database with `count` modules of a hundred authors. One module in twenty is unpublished, two in five are free. */
export async function addManyModules(db: Db, count: number): Promise<void> {
  const authors = await addAuthors(db);
  for (let from = 1; from <= count; from += ROWS_PER_INSERT) {
    const numbers = Array.from({ length: Math.min(ROWS_PER_INSERT, count - from + 1) }, (_one, index) => from + index);
    await db.insert(modules).values(numbers.map((number) => buildModule(number, authors[number % AUTHORS] ?? '')));
  }
  await db.execute(sql`
    UPDATE module_figures SET downloads = (10000 / (1 + 99 * random()))::int, rating_count = random_figures.count,
      rating_total = random_figures.count * (1 + floor(random() * 5))::int
    FROM (SELECT id, floor(random() * 40)::int AS count FROM modules) AS random_figures WHERE random_figures.id = module_id`);
  await db.execute(sql`VACUUM ANALYZE modules`);
  await db.execute(sql`VACUUM ANALYZE module_figures`);
}
