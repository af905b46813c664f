import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as yup from 'yup';
import type { Feature } from '../../../platform/http/app.ts';
import type { Deps } from '../deps.ts';
import { createCache } from '../../../platform/cache/cache.ts';
import type { Db } from '../../../platform/db/connect.ts';
import { notFound } from '../../../platform/errors/app-error.ts';
import { escapeHtml } from '@solvent/federation/manifest';
import { siteOrigin } from '../../../platform/http/request-headers.ts';
import { getAcceptedCodings } from '../release-files.ts';
import { SITEMAP_KINDS, readSitemapEntries, findSitemapRanges } from './sitemap-entries.ts';
import type { SitemapEntry, SitemapKind, SitemapRange } from './sitemap-entries.ts';

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

type ReadEntries = (db: Db) => AsyncIterable<SitemapEntry[]> | SitemapEntry[][];

type SitemapRanges = Record<SitemapKind, SitemapRange[]>;

const getFilePath = (kind: string, index: number) => `/sitemaps/${kind}-${index + 1}.xml`;

function renderIndex(origin: string, ranges: SitemapRanges): string {
  const lists = SITEMAP_KINDS.flatMap((kind) =>
    ranges[kind].map(({ changedAt }, index) => ({ path: getFilePath(kind, index), changedAt })),
  );
  const files = [{ path: getFilePath('pages', 0), changedAt: null }, ...lists];
  const lines = files.map((file) => `<sitemap>${renderLocation(origin, file)}</sitemap>\n`).join('');
  return `${DECLARATION}<sitemapindex xmlns="${NAMESPACE}">\n${lines}</sitemapindex>\n`;
}

/** Such as `problems-2.xml`. */
const fileParams = yup.object({
  file: yup
    .string()
    .required()
    .matches(/^[a-z]+-[1-9]\d{0,5}\.xml$/),
});

const isSitemapKind = (kind: string): kind is SitemapKind => SITEMAP_KINDS.some((known) => known === kind);

function send(reply: FastifyReply, body: string | Buffer | Readable): FastifyReply {
  return reply
    .headers({ 'cache-control': `public, max-age=${TTL_MS / 1000}`, vary: 'accept-encoding' })
    .type('application/xml; charset=utf-8')
    .send(body);
}

function sendCompressed(request: FastifyRequest, reply: FastifyReply, bytes: Buffer): FastifyReply {
  if (getAcceptedCodings(request).includes('gzip')) return send(reply.header('content-encoding', 'gzip'), bytes);
  return send(reply, Readable.from([bytes]).pipe(createGunzip()));
}

/** `GET /sitemap.xml`, an index, and its files (sitemaps.org) with all public pages. */
export const sitemapFeature: Feature<Deps> = (app, { config, readRouter }) => {
  const index = createCache<SitemapRanges>({ size: 1, ttlMs: TTL_MS, staleMs: STALE_MS });
  // One file at a time, to limit the load on the database.
  const files = createCache<Buffer>({ size: MAX_CACHED_FILES, ttlMs: TTL_MS, staleMs: STALE_MS, concurrency: 1 });

  const findRanges = (): Promise<SitemapRanges> =>
    readRouter.read(undefined, async (db) => ({
      problems: await findSitemapRanges(db, 'problems'),
      modules: await findSitemapRanges(db, 'modules'),
      profiles: await findSitemapRanges(db, 'profiles'),
    }));
  const getRanges = () => index.fetch('ranges', findRanges);

  const findReader = async (file: string): Promise<ReadEntries | undefined> => {
    const [kind = '', number = ''] = file.replace('.xml', '').split('-');
    if (file === 'pages-1.xml') return () => [STATIC_PAGES];
    if (!isSitemapKind(kind)) return undefined;
    const range = (await getRanges())[kind][Number(number) - 1];
    return range && ((db) => readSitemapEntries(db, kind, range));
  };

  const options = { config: { limit: 'sitemaps' }, schema: { hide: true } } as const;

  app.get('/sitemap.xml', options, async (request, reply) =>
    send(reply, renderIndex(siteOrigin(config, request), await getRanges())),
  );

  app.get('/sitemaps/:file', { ...options, schema: { hide: true, params: fileParams } }, async (request, reply) => {
    const { file } = request.params;
    const origin = siteOrigin(config, request);
    const readEntries = await findReader(file);
    if (readEntries === undefined) throw notFound();
    const bytes = await files.fetch(`${origin} ${file}`, () =>
      readRouter.read(undefined, (db) =>
        pipeline(Readable.from(renderUrlSet(origin, readEntries(db))), createGzip(), (compressed) => buffer(compressed)),
      ),
    );
    return sendCompressed(request, reply, bytes);
  });
};
