import { and, asc, desc, eq, exists, gt, isNull, lte, ne, or, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { users } from '../../accounts/schema.ts';
import { problems } from '../../marketplace/schema.ts';
import { NOT_TAKEN_DOWN } from '../../marketplace/problems/visibility.ts';
import { modules } from '../../toolbox/schema.ts';
import type { Db } from '../../../platform/db/connect.ts';

/** What search engines are told of: rows of a table, each with a page of its own. */
interface EntrySource {
  table: PgTable;
  /** By which the rows are in order. */
  id: PgColumn;
  /** What a row's page is called, below `path`. */
  name: PgColumn;
  path: string;
  /** When the row last changed; absent where nobody knows. */
  changedAt?: PgColumn;
  /** Which rows: what everybody may see, and lists show. */
  where: (db: Db) => SQL | undefined;
}

const isListedProblem = and(ne(problems.status, 'closed'), NOT_TAKEN_DOWN);
const isListedModule = eq(modules.status, 'published');

/** People with something to show: who solves, or has posted or written what is listed. */
function isListedPerson(db: Db): SQL | undefined {
  const posted = db
    .select({ id: problems.id })
    .from(problems)
    .where(and(eq(problems.userId, users.id), isListedProblem));
  const written = db
    .select({ id: modules.id })
    .from(modules)
    .where(and(eq(modules.authorId, users.id), isListedModule));
  return and(isNull(users.deletedAt), or(eq(users.role, 'solver'), exists(posted), exists(written)));
}

const SOURCES = {
  problems: {
    table: problems,
    id: problems.id,
    name: problems.id,
    path: '/problems/',
    changedAt: problems.updatedAt,
    where: () => isListedProblem,
  },
  modules: {
    table: modules,
    id: modules.id,
    name: modules.slug,
    path: '/toolbox/',
    changedAt: modules.updatedAt,
    where: () => isListedModule,
  },
  profiles: { table: users, id: users.id, name: users.id, path: '/profile/', where: isListedPerson },
} as const satisfies Record<string, EntrySource>;

/** A kind of page of which there are many. */
export type SitemapKind = keyof typeof SOURCES;

/** In the order in which they are told. */
export const SITEMAP_KINDS = ['problems', 'modules', 'profiles'] as const satisfies SitemapKind[];

/** So many addresses has a file at most, as the protocol wants it (sitemaps.org), and so many rows are held at once. */
const SIZES = { part: 50_000, rows: 5000 };

/** A file's share of a table: what has an id after that of the part before, up to its own. */
export interface SitemapRange {
  after: string | undefined;
  /** Undefined: to the end, and what has come since. */
  until: string | undefined;
  /** When one of its rows last changed (ISO 8601); null where nobody knows. */
  changedAt: string | null;
}

/** When a row changed, as the database has it. */
const getChangedAt = ({ changedAt }: EntrySource) => (changedAt === undefined ? sql`NULL::timestamptz` : sql`${changedAt}`);

/** In UTC, to the second. */
const isoTime = (moment: SQL) => sql<string | null>`to_char(${moment} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

const isInRange = (db: Db, { id, where }: EntrySource, { after, until }: Pick<SitemapRange, 'after' | 'until'>) =>
  and(where(db), after === undefined ? undefined : gt(id, after), until === undefined ? undefined : lte(id, until));

/** The end of the part that begins after a row; undefined where nothing is left. */
async function findRangeEnd(db: Db, listed: EntrySource, after: string | undefined, size: number) {
  const part = db
    .select({ id: sql<string>`${listed.id}`.as('id'), changedAt: getChangedAt(listed).as('changed_at') })
    .from(listed.table)
    .where(isInRange(db, listed, { after, until: undefined }))
    .orderBy(asc(listed.id))
    .limit(size)
    .as('part');
  const [end] = await db
    .select({
      id: part.id,
      changedAt: isoTime(sql`max(${part.changedAt}) OVER ()`),
      count: sql<number>`(count(*) OVER ())::int`,
    })
    .from(part)
    .orderBy(desc(part.id))
    .limit(1);
  return end;
}

/** The parts of a kind, none where nothing is listed. Each is found by a query of its own, however many there are. @param size the most that a part has */
export async function findSitemapRanges(db: Db, kind: SitemapKind, size = SIZES.part): Promise<SitemapRange[]> {
  const parts: SitemapRange[] = [];
  let after: string | undefined;
  for (;;) {
    const end = await findRangeEnd(db, SOURCES[kind], after, size);
    if (end === undefined) return parts;
    const isLast = end.count < size;
    parts.push({ after, until: isLast ? undefined : end.id, changedAt: end.changedAt });
    if (isLast) return parts;
    after = end.id;
  }
}

/** A page, and when what it shows last changed (ISO 8601), where that is known. */
export interface SitemapEntry {
  path: string;
  changedAt: string | null;
}

/** The pages of a part, some thousand at a time. @param sizes the most that the part has, and that one query reads */
export async function* readSitemapEntries(db: Db, kind: SitemapKind, part: SitemapRange, sizes = SIZES): AsyncGenerator<SitemapEntry[]> {
  const listed: EntrySource = SOURCES[kind];
  let { after } = part;
  for (let left = sizes.part; left > 0; left -= sizes.rows) {
    const rows = await db
      .select({
        id: sql<string>`${listed.id}`,
        name: sql<string>`${listed.name}`,
        changedAt: isoTime(getChangedAt(listed)),
      })
      .from(listed.table)
      .where(isInRange(db, listed, { after, until: part.until }))
      .orderBy(asc(listed.id))
      .limit(Math.min(left, sizes.rows));
    yield rows.map(({ name, changedAt }) => ({ path: listed.path + encodeURIComponent(name), changedAt }));
    if (rows.length < sizes.rows) return;
    after = rows.at(-1)?.id;
  }
}
