import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { and, asc, desc, eq, exists, gt, isNull, lte, ne, or, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { FastifyReply } from 'fastify';
import * as yup from 'yup';
import type { Feature } from '../../platform/http/app.ts';
import type { Deps } from './deps.ts';
import { modules, problems, users } from '../../schema/index.ts';
import { NOT_TAKEN_DOWN } from '../marketplace/index.ts';
import { createCache } from '../../platform/cache/cache.ts';
import type { Db } from '../../platform/db/connect.ts';
import { notFound } from '../../platform/errors/app-error.ts';
import { escapeHtml } from '@solvent/federation/manifest';
import { siteOrigin } from '../../platform/http/request-headers.ts';
import { getAcceptedCodings } from './release-files.ts';

interface EntrySource {
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

const SITEMAP_KINDS = ['problems', 'modules', 'profiles'] as const;
export type SitemapKind = (typeof SITEMAP_KINDS)[number];

const SOURCES: Record<SitemapKind, EntrySource> = {
  problems: {
    id: problems.id,
    name: problems.id,
    path: '/problems/',
    changedAt: problems.updatedAt,
    where: () => isListedProblem,
  },
  modules: {
    id: modules.id,
    name: modules.slug,
    path: '/toolbox/',
    changedAt: modules.updatedAt,
    where: () => isListedModule,
  },
  profiles: { id: users.id, name: users.id, path: '/profile/', where: isListedPerson },
};

/** URLs per file (sitemaps.org allows 50,000), and rows per query. */
const SIZES = { range: 50_000, rows: 5000 };

/**
 * A file begins after this id, the last one of the previous file. `until`: the last id, except of the last file, which grows.
 * `changedAt`: the last change of its rows (ISO 8601), if known.
 */
export interface SitemapRange {
  after: string | undefined;
  until?: string | undefined;
  changedAt: string | null;
}

const getChangedAt = ({ changedAt }: EntrySource) => (changedAt === undefined ? sql`NULL::timestamptz` : sql`${changedAt}`);

const isoTime = (moment: SQL) => sql<string | null>`to_char(${moment} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

const isBetween = (db: Db, { id, where }: EntrySource, after: string | undefined, until?: string) =>
  and(where(db), after === undefined ? undefined : gt(id, after), until === undefined ? undefined : lte(id, until));

export async function findSitemapRanges(db: Db, kind: SitemapKind, size = SIZES.range): Promise<SitemapRange[]> {
  const source = SOURCES[kind];
  const ranges: SitemapRange[] = [];
  let after: string | undefined;
  for (;;) {
    const part = db
      .select({ id: sql<string>`${source.id}`.as('id'), changedAt: getChangedAt(source).as('changed_at') })
      .from(source.id.table)
      .where(isBetween(db, source, after))
      .orderBy(asc(source.id))
      .limit(size)
      .as('part');
    const [end] = await db
      .select({ id: part.id, changedAt: isoTime(sql`max(${part.changedAt}) OVER ()`) })
      .from(part)
      .orderBy(desc(part.id))
      .limit(1);
    if (end === undefined) return ranges.map((range, index) => ({ ...range, until: ranges[index + 1]?.after }));
    ranges.push({ after, changedAt: end.changedAt });
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
  const source = SOURCES[kind];
  const { until } = range;
  let { after } = range;
  for (let remaining = sizes.range; remaining > 0; remaining -= sizes.rows) {
    const rows = await db
      .select({ id: sql<string>`${source.id}`, name: sql<string>`${source.name}`, changedAt: isoTime(getChangedAt(source)) })
      .from(source.id.table)
      .where(isBetween(db, source, after, until))
      .orderBy(asc(source.id))
      .limit(Math.min(remaining, sizes.rows));
    yield rows.map(({ name, changedAt }) => ({ path: source.path + encodeURIComponent(name), changedAt }));
    if (rows.length < sizes.rows) return;
    after = rows.at(-1)?.id;
  }
}

const STATIC_PAGES: SitemapEntry[] = ['/home', '/problems', '/toolbox', '/terms', '/privacy', '/contact'].map((path) => ({
  path,
  changedAt: null,
}));

const MINUTE = 60_000;
const TTL_MS = 10 * MINUTE;
/** Later crawlers receive the old file while it is refreshed. */
const STALE_MS = 60 * MINUTE;
const MAX_CACHED_FILES = 10;

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

const renderLocation = (origin: string, { path, changedAt }: SitemapEntry): string =>
  `<loc>${escapeHtml(origin + path)}</loc>${changedAt === null ? '' : `<lastmod>${changedAt}</lastmod>`}`;

async function* renderUrlSet(origin: string, batches: AsyncIterable<SitemapEntry[]> | SitemapEntry[][]): AsyncGenerator<string> {
  yield `${DECLARATION}<urlset xmlns="${NAMESPACE}">\n`;
  for await (const entries of batches) yield entries.map((entry) => `<url>${renderLocation(origin, entry)}</url>\n`).join('');
  yield '</urlset>\n';
}

function renderIndex(origin: string, files: SitemapEntry[]): string {
  const lines = files.map((file) => `<sitemap>${renderLocation(origin, file)}</sitemap>\n`).join('');
  return `${DECLARATION}<sitemapindex xmlns="${NAMESPACE}">\n${lines}</sitemapindex>\n`;
}

/** Path parameter such as `problems-2.xml`. */
const fileParams = yup.object({
  file: yup
    .string()
    .required()
    .matches(/^[a-z]+-[1-9]\d{0,5}\.xml$/),
});

function send(reply: FastifyReply, body: string | Buffer | Readable): FastifyReply {
  return reply
    .headers({ 'cache-control': `public, max-age=${TTL_MS / 1000}`, vary: 'accept-encoding' })
    .type('application/xml; charset=utf-8')
    .send(body);
}

/** `GET /sitemap.xml`, an index, and its files (sitemaps.org) with all public pages. */
export const sitemapFeature: Feature<Deps> = (app, { config, readRouter }) => {
  const ranges = createCache<SitemapRange[]>({ size: SITEMAP_KINDS.length, ttlMs: TTL_MS, staleMs: STALE_MS });
  // One file at a time, to limit the load on the database.
  const files = createCache<Buffer>({ size: MAX_CACHED_FILES, ttlMs: TTL_MS, staleMs: STALE_MS, concurrency: 1 });

  const getRanges = (kind: SitemapKind) =>
    ranges.fetch(kind, () => readRouter.read(undefined, (db) => findSitemapRanges(db, kind)));

  const options = { config: { limit: 'sitemaps' }, schema: { hide: true } } as const;

  app.get('/sitemap.xml', options, async (request, reply) => {
    const listed: SitemapEntry[] = [{ path: '/sitemaps/pages-1.xml', changedAt: null }];
    for (const kind of SITEMAP_KINDS)
      for (const [index, { changedAt }] of (await getRanges(kind)).entries())
        listed.push({ path: `/sitemaps/${kind}-${index + 1}.xml`, changedAt });
    return send(reply, renderIndex(siteOrigin(config, request), listed));
  });

  app.get('/sitemaps/:file', { ...options, schema: { hide: true, params: fileParams } }, async (request, reply) => {
    const { file } = request.params;
    const origin = siteOrigin(config, request);
    const [name, number] = file.replace('.xml', '').split('-');
    const kind = SITEMAP_KINDS.find((known) => known === name);
    const range = kind && (await getRanges(kind))[Number(number) - 1];
    if (range === undefined && file !== 'pages-1.xml') throw notFound();
    const makeFile = (db: Db) => {
      const batches = kind && range ? readSitemapEntries(db, kind, range) : [STATIC_PAGES];
      return pipeline(Readable.from(renderUrlSet(origin, batches)), createGzip(), (compressed) => buffer(compressed));
    };
    const bytes = await files.fetch(`${origin} ${file}`, () => readRouter.read(undefined, makeFile));
    if (getAcceptedCodings(request).includes('gzip')) return send(reply.header('content-encoding', 'gzip'), bytes);
    return send(reply, Readable.from([bytes]).pipe(createGunzip()));
  });
};
