import { DeliveryError, findRelease } from '@solvent/releases';
import type { ReleaseStore } from '@solvent/releases';
import { isCompressible, isNamedByContent, storeLayout } from '@solvent/federation/manifest';
import type { Release } from '@solvent/federation/manifest';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { contentType } from 'mime-types';
import Negotiator from 'negotiator';
import { extname } from 'node:path/posix';
import { createByteCache } from '../../platform/cache/cache.ts';
import type { App } from '../../platform/http/app.ts';
import { findRange, matchesEtag } from '../../platform/http/conditional-requests.ts';
import { removeDocumentHeaders } from '../../platform/http/security-headers.ts';
import { throttledError } from '../../platform/failure-log.ts';

export const REMOTE_NAME = /^[a-z][a-z0-9-]*$/;

/** Matches versions such as `1.0.0-1f2e3d4c`, but not `files`, the folder next to the versions. */
export const RELEASE_VERSION = /^\d+\.\d+\.\d+[A-Za-z0-9.+-]*$/;

/** Content encodings of the files that delivery precompresses, smallest output first. */
const CODINGS = ['br', 'gzip'] as const;
type Coding = (typeof CODINGS)[number];
const EXTENSIONS: Readonly<Record<Coding, string>> = { br: '.br', gzip: '.gz' };

export function getAcceptedCodings(request: FastifyRequest): Coding[] {
  const accepted = new Negotiator(request).encodings(CODINGS);
  return CODINGS.filter((coding) => accepted.includes(coding));
}

const SERVER_ONLY = /\.cjs$/;

/** Enough for all files of the live product and some of earlier versions. */
const MAX_CACHED_BYTES = 32 * 1024 * 1024;

const MAX_CACHED_RELEASES = 200;

interface FileRequest {
  name: string;
  /** Version of the release; undefined for files named by their content, which all versions share. */
  version: string | undefined;
  path: string;
}

export type ReleaseReader = ReturnType<typeof createReleaseReader>;

type ReleaseBytes = NonNullable<Awaited<ReturnType<ReleaseReader['read']>>>;

/** Caches without expiry, since releases and files named by their content are immutable. */
export function createReleaseReader(store: ReleaseStore) {
  const releases = new LRUCache<string, Release, { name: string; version: string }>({
    max: MAX_CACHED_RELEASES,
    fetchMethod: (_folder, _late, { context: { name, version } }) => findRelease(store, name, version),
    ignoreFetchAbort: true,
  });
  const readRelease = (name: string, version: string) =>
    releases.fetch(storeLayout.release(name, version), { context: { name, version } });
  const readBytes = createByteCache((key) => store.read(key), MAX_CACHED_BYTES);

  async function find({ name, version, path }: FileRequest) {
    if (!REMOTE_NAME.test(name) || SERVER_ONLY.test(path)) return undefined;
    if (version === undefined) {
      if (!isNamedByContent(path)) return undefined;
      const hash = path.split('.').at(-2) ?? '';
      return { key: `${storeLayout.files(name)}/${path}`, hash, varies: isCompressible(path) };
    }
    if (!RELEASE_VERSION.test(version) || isNamedByContent(path)) return undefined;
    const file = (await readRelease(name, version))?.files.find((listed) => listed.path === path);
    if (file === undefined) return undefined;
    const hash = file.integrity.slice(file.integrity.indexOf('-') + 1);
    // Delivery stores compressed files only if they are smaller.
    return { key: storeLayout.file(name, version, path), hash, varies: file.brotliBytes < file.bytes };
  }

  return {
    /** Returns a file in the first stored coding, or uncompressed; undefined if it does not exist. */
    async read(file: FileRequest, codings: readonly Coding[]) {
      const found = await find(file);
      if (!found) return undefined;
      const { key, hash, varies } = found;
      for (const encoding of [...(varies ? codings : []), undefined]) {
        const bytes = await readBytes(encoding ? `${key}${EXTENSIONS[encoding]}` : key);
        if (bytes) return { path: file.path, hash, bytes, encoding, varies };
      }
      return undefined;
    },
    /** Reads a shell's release.json and entry script, which every page needs. @throws DeliveryError if one is missing */
    async requireShell(version: string): Promise<void> {
      const shell = await readRelease('shell', version);
      const key = shell && storeLayout.file('shell', version, shell.build.entry);
      if (key === undefined || !((await readBytes(`${key}${EXTENSIONS.br}`)) ?? (await readBytes(key))))
        throw new DeliveryError(
          `shell@${version} is live, and its files are not in the release store: publish it again, or put them back from a backup.`,
        );
    },
  };
}

const IMMUTABLE = 'public, max-age=31536000, immutable';

/** Files of fixed names (icons, sounds) change with the live shell. */
const ONE_HOUR = 'public, max-age=3600';

/**
 * Builds the content security policy of a worker, which is that of its script. It allows the site's fetches from this server
 * (decision 0060) and the assets URL.
 */
const buildWorkerPolicy = (assetsUrl: string | undefined) =>
  `default-src 'none'; connect-src 'self'${assetsUrl === undefined ? '' : ` ${assetsUrl}/`}`;

/** Browsers never render these as a document. */
const NOT_A_DOCUMENT = /\.(js|css|woff2)$/;

function sendBytes(request: FastifyRequest, reply: FastifyReply, found: ReleaseBytes, caching: string): FastifyReply {
  const { path, hash, bytes, encoding, varies } = found;
  const etag = `"${hash}${encoding ? `-${encoding}` : ''}"`;
  reply.headers({ 'cache-control': caching, etag });
  if (varies) reply.header('vary', 'accept-encoding');
  // Scripts of the `public` folder may be workers, which need their own headers.
  if (caching === IMMUTABLE && NOT_A_DOCUMENT.test(path)) removeDocumentHeaders(reply);
  else reply.header('accept-ranges', 'bytes');
  if (matchesEtag(request, etag)) return reply.code(304).send();
  const range = findRange(request, etag, bytes.length);
  if (range === 'none') {
    reply.header('content-range', `bytes */${bytes.length}`).header('cache-control', 'no-store');
    return sendText(reply.code(416), `The requested range is outside this file, which has ${bytes.length} bytes.\n`);
  }
  if (encoding) reply.header('content-encoding', encoding);
  reply.type(contentType(extname(path)) || 'application/octet-stream');
  if (range === undefined) return reply.send(bytes);
  reply.code(206).header('content-range', `bytes ${range.first}-${range.last}/${bytes.length}`);
  return reply.send(bytes.subarray(range.first, range.last + 1));
}

const sendText = (reply: FastifyReply, text: string) =>
  reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8').send(text);

type FileParams = { name: string; version: string; file: string; '*': string };

const allowCrossOrigin = (reply: FastifyReply) =>
  reply.header('access-control-allow-origin', '*').header('cross-origin-resource-policy', 'cross-origin');

/**
 * @param assetsUrl where another host serves copies, which it fetches from here
 * @returns sends a file of the shell's `public` folder; returns false and sends nothing if it does not exist
 */
export function registerReleaseFiles(app: App, { read }: ReleaseReader, assetsUrl: string | undefined) {
  const route = (url: string, handle: (params: FileParams, reply: FastifyReply) => FileRequest | undefined) =>
    app.get<{ Params: FileParams }>(url, { schema: { hide: true } }, async (request, reply) => {
      try {
        const file = handle(request.params, reply);
        const found = file && (await read(file, getAcceptedCodings(request)));
        // Not the not-found page, which a browser would try to run as a script.
        return found ? sendBytes(request, reply, found, IMMUTABLE) : sendText(reply.code(404), 'This file does not exist.\n');
      } catch (error) {
        if (!(error instanceof DeliveryError)) throw error;
        request.log.error(throttledError(error), 'A file of a release could not be read');
        return sendText(reply.code(503), 'The release store does not answer: try again in a minute.\n');
      }
    });
  const findRemoteFile = (file: FileRequest, reply: FastifyReply) => {
    allowCrossOrigin(reply);
    return file.name === 'shell' ? undefined : file;
  };
  route('/shell/files/:file', ({ file: path }, reply) => {
    if (assetsUrl !== undefined) allowCrossOrigin(reply);
    return { name: 'shell', version: undefined, path };
  });
  route('/shell/:version/*', ({ version, '*': path }) => ({ name: 'shell', version, path }));
  route('/remotes/:name/files/:file', ({ name, file: path }, reply) => findRemoteFile({ name, version: undefined, path }, reply));
  route('/remotes/:name/:version/*', ({ name, version, '*': path }, reply) => findRemoteFile({ name, version, path }, reply));
  for (const url of ['/shell/*', '/remotes/*']) route(url, () => undefined);

  return async (request: FastifyRequest, reply: FastifyReply, shellVersion: string, path: string): Promise<boolean> => {
    const file = { name: 'shell', version: shellVersion, path: `public${path}` };
    const found = await read(file, getAcceptedCodings(request));
    if (found === undefined) return false;
    if (path.endsWith('.js')) reply.header('content-security-policy', buildWorkerPolicy(assetsUrl));
    sendBytes(request, reply, found, ONE_HOUR);
    return true;
  };
}
