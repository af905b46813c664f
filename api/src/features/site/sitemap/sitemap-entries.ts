import { and, asc, desc, eq, exists, gt, isNull, lte, ne, or, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { modules, problems, users } from '../../../schema/index.ts';
import { NOT_TAKEN_DOWN } from '../../marketplace/index.ts';
import type { Db } from '../../../platform/db/connect.ts';

interface EntrySource {
  table: PgTable;
  id: PgColumn;
  /** The page is `path` + `name`. */
  name: PgColumn;
  path: string;
  changedAt?: PgColumn;
  where: (db: Db) => SQL | undefined;
}

const isListedProblem = and(ne(problems.status, 'closed'), NOT_TAKEN_DOWN);
const isListedModule = eq(modules.status, 'published');

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

export type SitemapKind = keyof typeof SOURCES;

export const SITEMAP_KINDS = ['problems', 'modules', 'profiles'] as const satisfies SitemapKind[];

/** URLs per file (sitemaps.org allows 50,000), and rows per query. */
const SIZES = { range: 50_000, rows: 5000 };

/** The ids of one file: after that of the previous file, up to and including `until`. */
export interface SitemapRange {
  after: string | undefined;
  /** Undefined: to the end of the table. */
  until: string | undefined;
  /** The last change of its rows (ISO 8601), if known. */
  changedAt: string | null;
}

const getChangedAt = ({ changedAt }: EntrySource) => (changedAt === undefined ? sql`NULL::timestamptz` : sql`${changedAt}`);

const isoTime = (moment: SQL) => sql<string | null>`to_char(${moment} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

const isInRange = (db: Db, { id, where }: EntrySource, { after, until }: Pick<SitemapRange, 'after' | 'until'>) =>
  and(where(db), after === undefined ? undefined : gt(id, after), until === undefined ? undefined : lte(id, until));

async function findRangeEnd(db: Db, source: EntrySource, after: string | undefined, size: number) {
  const part = db
    .select({ id: sql<string>`${source.id}`.as('id'), changedAt: getChangedAt(source).as('changed_at') })
    .from(source.table)
    .where(isInRange(db, source, { after, until: undefined }))
    .orderBy(asc(source.id))
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

export async function findSitemapRanges(db: Db, kind: SitemapKind, size = SIZES.range): Promise<SitemapRange[]> {
  const ranges: SitemapRange[] = [];
  let after: string | undefined;
  for (;;) {
    const end = await findRangeEnd(db, SOURCES[kind], after, size);
    if (end === undefined) return ranges;
    const isLast = end.count < size;
    ranges.push({ after, until: isLast ? undefined : end.id, changedAt: end.changedAt });
    if (isLast) return ranges;
    after = end.id;
  }
}

export interface SitemapEntry {
  path: string;
  changedAt: string | null;
}

/** Reads the pages of a range in batches of `sizes.rows`, up to `sizes.range` pages. */
export async function* readSitemapEntries(
  db: Db,
  kind: SitemapKind,
  range: SitemapRange,
  sizes = SIZES,
): AsyncGenerator<SitemapEntry[]> {
  const source: EntrySource = SOURCES[kind];
  let { after } = range;
  for (let remaining = sizes.range; remaining > 0; remaining -= sizes.rows) {
    const rows = await db
      .select({
        id: sql<string>`${source.id}`,
        name: sql<string>`${source.name}`,
        changedAt: isoTime(getChangedAt(source)),
      })
      .from(source.table)
      .where(isInRange(db, source, { after, until: range.until }))
      .orderBy(asc(source.id))
      .limit(Math.min(remaining, sizes.rows));
    yield rows.map(({ name, changedAt }) => ({ path: source.path + encodeURIComponent(name), changedAt }));
    if (rows.length < sizes.rows) return;
    after = rows.at(-1)?.id;
  }
}
