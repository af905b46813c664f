import { DeliveryError, findRelease } from '@solvent/releases';
import type { ReleaseStore } from '@solvent/releases';
import { isCompressible, isNamedByContent, storeLayout } from '@solvent/federation/manifest';
import type { ReleaseFile } from '@solvent/federation/manifest';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { contentType as contentTypeOf } from 'mime-types';
import Negotiator from 'negotiator';
import { extname } from 'node:path/posix';
import { createByteCache } from '../../platform/cache/cache.ts';
import type { App } from '../../platform/http/app.ts';
import { byteRange } from '../../platform/http/byte-range.ts';
import { matchesEtag } from '../../platform/http/if-none-match.ts';
import { removeDocumentHeaders } from '../../platform/http/security-headers.ts';
import { throttledError } from '../../platform/failure-log.ts';

/** What a remote may be called. */
export const REMOTE_NAME = /^[a-z][a-z0-9-]*$/;

/** What the version of a release may look like: `1.0.0-1f2e3d4c`; never `files`, the folder beside versions. */
export const RELEASE_VERSION = /^\d+\.\d+\.\d+[A-Za-z0-9.+-]*$/;

/** What delivery compresses with, the smaller first. */
const CODINGS = ['br', 'gzip'] as const;
type Coding = (typeof CODINGS)[number];
const EXTENSIONS: Readonly<Record<Coding, string>> = { br: '.br', gzip: '.gz' };

/** The codings that a browser takes (RFC 9110, 12.5.3), ours in our order: a page is as small as it can be. */
export function getAcceptedCodings(request: FastifyRequest): Coding[] {
  const accepted = new Negotiator(request).encodings(CODINGS);
  return CODINGS.filter((coding) => accepted.includes(coding));
}

/** Type of a file by its ending. Browsers take nothing for what it is not: what is unknown is bytes. */
const getContentType = (path: string): string => contentTypeOf(extname(path)) || 'application/octet-stream';

/** What servers make pages of is nothing for browsers. */
const SERVER_ONLY = /\.cjs$/;

/** How many bytes of files are remembered: all that a live product is made of, and what is asked for of earlier versions. */
const MAX_CACHED_BYTES = 32 * 1024 * 1024;

/** Of how many releases the list of files is remembered. */
const MAX_CACHED_RELEASES = 200;

/** A file as it is sent: itself, or what delivery compressed of it. */
interface ReleaseBytes {
  path: string;
  /** What tells its content from any other under this address. */
  hash: string;
  bytes: Buffer;
  encoding: Coding | undefined;
  /** Whether somebody who accepts other codings may be sent another one. */
  varies: boolean;
}

interface FileRequest {
  /** `shell`, or a remote's name. */
  name: string;
  /** Undefined where it is asked for among the files named by their content, which all versions share. */
  version: string | undefined;
  path: string;
}

/** Reads and caches files of releases. Throws {@link DeliveryError} if the store does not answer. */
export interface ReleaseReader {
  /** Returns a file in the first of these codings that is stored, else uncompressed; undefined if there is no such file. */
  read: (file: FileRequest, codings: readonly Coding[]) => Promise<ReleaseBytes | undefined>;
  /** Reads what every page needs of a shell: release.json and the entry script. @throws DeliveryError if one is missing */
  requireShell: (version: string) => Promise<void>;
}

/** The part of release.json that is cached. */
interface ListedFiles {
  entry: string;
  files: ReadonlyMap<string, ReleaseFile>;
}

/** Releases never change, nor do files named by their content, so what was read is remembered. */
export function createReleaseReader(store: ReleaseStore): ReleaseReader {
  const releases = new LRUCache<string, ListedFiles, { name: string; version: string }>({
    max: MAX_CACHED_RELEASES,
    fetchMethod: async (_folder, _late, { context: { name, version } }) => {
      const release = await findRelease(store, name, version);
      return release && { entry: release.build.entry, files: new Map(release.files.map((file) => [file.path, file])) };
    },
    ignoreFetchAbort: true,
  });
  const filesOf = (name: string, version: string) =>
    releases.fetch(storeLayout.release(name, version), { context: { name, version } });
  const readBytes = createByteCache((key) => store.read(key), MAX_CACHED_BYTES);

  /** A file of a fixed name, or of a release from before there were others: only what a release lists is there. */
  async function listed(name: string, version: string, path: string): Promise<ReleaseFile | undefined> {
    if (!RELEASE_VERSION.test(version) || isNamedByContent(path)) return undefined;
    return (await filesOf(name, version))?.files.get(path);
  }

  /** What is asked for and where it lies; undefined where that can be told without the store. */
  async function find({ name, version, path }: FileRequest) {
    if (!REMOTE_NAME.test(name) || SERVER_ONLY.test(path)) return undefined;
    if (version === undefined) {
      if (!isNamedByContent(path)) return undefined;
      return { key: `${storeLayout.files(name)}/${path}`, hash: parseHash(path), varies: isCompressible(path) };
    }
    const file = await listed(name, version, path);
    // Delivery compresses where it pays.
    return file && { key: storeLayout.file(name, version, path), hash: getDigest(file), varies: file.brotliBytes < file.bytes };
  }

  return {
    async read(asked, codings) {
      const found = await find(asked);
      if (!found) return undefined;
      const { key, hash, varies } = found;
      const { path } = asked;
      for (const encoding of varies ? codings : []) {
        const bytes = await readBytes(`${key}${EXTENSIONS[encoding]}`);
        if (bytes) return { path, hash, bytes, encoding, varies };
      }
      const bytes = await readBytes(key);
      return bytes && { path, hash, bytes, encoding: undefined, varies };
    },
    async requireShell(version) {
      const shell = await filesOf('shell', version);
      const key = shell && storeLayout.file('shell', version, shell.entry);
      if (key === undefined || !((await readBytes(`${key}${EXTENSIONS.br}`)) ?? (await readBytes(key))))
        throw new DeliveryError(
          `shell@${version} is live, and its files are not in the release store: publish it again, or put them back from a backup.`,
        );
    },
  };
}

/** `catalogue.0a1b2c3d4e.js` says it of itself. */
const parseHash = (path: string): string => path.split('.').at(-2) ?? '';

/** An SRI hash without the name of its algorithm. */
const getDigest = ({ integrity }: ReleaseFile): string => integrity.slice(integrity.indexOf('-') + 1);

/** The name of a file or of its version says what it is. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** Files of fixed names (icons, sounds) change with the live shell. */
const ONE_HOUR = 'public, max-age=3600';

/**
 * A worker lives by the headers of its script: the site's asks this server alone, for the frame and its files (decision 0060), and where
 * pages have their files from.
 */
const buildWorkerPolicy = (assetsUrl: string | undefined) =>
  `default-src 'none'; connect-src 'self'${assetsUrl === undefined ? '' : ` ${assetsUrl}/`}`;

/** What a browser makes no document of, however it is asked for. */
const NOT_A_DOCUMENT = /\.(js|css|woff2)$/;

/** Sends files of releases, compressed as they were ahead of time. */
interface ReleaseFiles {
  /** Answers with a file of a release, or 404. */
  send: (request: FastifyRequest, reply: FastifyReply, file: FileRequest) => Promise<FastifyReply>;
  /** Answers with a file of the shell's `public` folder; false, with nothing sent, where it has none of that name. */
  sendPublic: (request: FastifyRequest, reply: FastifyReply, shellVersion: string, path: string) => Promise<boolean>;
}

/** @param assetsUrl another place that pages have files from, if they do */
export function createReleaseFiles({ read }: Pick<ReleaseReader, 'read'>, assetsUrl: string | undefined): ReleaseFiles {
  const find = (request: FastifyRequest, file: FileRequest) => read(file, getAcceptedCodings(request));
  return {
    async send(request, reply, file) {
      try {
        const found = await find(request, file);
        return found ? sendBytes(request, reply, found, IMMUTABLE) : sendMissing(reply);
      } catch (error) {
        if (!(error instanceof DeliveryError)) throw error;
        request.log.error(throttledError(error), 'A file of a release could not be read');
        return sendText(reply.code(503), 'The release store does not answer: try again in a minute.\n');
      }
    },
    async sendPublic(request, reply, version, path) {
      const found = await find(request, { name: 'shell', version, path: `public${path}` });
      if (found && path.endsWith('.js')) reply.header('content-security-policy', buildWorkerPolicy(assetsUrl));
      if (found) sendBytes(request, reply, found, ONE_HOUR);
      return found !== undefined;
    },
  };
}

function sendBytes(request: FastifyRequest, reply: FastifyReply, found: ReleaseBytes, caching: string): FastifyReply {
  const { path, hash, bytes, encoding, varies } = found;
  const etag = `"${hash}${encoding ? `-${encoding}` : ''}"`;
  reply.headers({ 'cache-control': caching, etag });
  if (varies) reply.header('vary', 'accept-encoding');
  // A worker lives by the headers of its script, and those of the shell's `public` folder may be one's.
  if (caching === IMMUTABLE && NOT_A_DOCUMENT.test(path)) removeDocumentHeaders(reply);
  else reply.header('accept-ranges', 'bytes');
  if (matchesEtag(request, etag)) return reply.code(304).send();
  const condition = request.headers['if-range'];
  const range = condition === undefined || condition === etag ? byteRange(request.headers.range, bytes.length) : undefined;
  if (range === 'none') {
    reply.header('content-range', `bytes */${bytes.length}`).header('cache-control', 'no-store');
    return sendText(reply.code(416), `This file has ${bytes.length} bytes: there is nothing in that range.\n`);
  }
  if (encoding) reply.header('content-encoding', encoding);
  reply.type(getContentType(path));
  if (range === undefined) return reply.send(bytes);
  reply.code(206).header('content-range', `bytes ${range.first}-${range.last}/${bytes.length}`);
  return reply.send(bytes.subarray(range.first, range.last + 1));
}

/** A missing script must not be answered with a page: the browser would run it. */
const sendMissing = (reply: FastifyReply) => sendText(reply.code(404), 'This file does not exist.\n');

const sendText = (reply: FastifyReply, text: string) =>
  reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8').send(text);

type FileParams = { name: string; version: string; file: string; '*': string };

/** Files of releases are public and know no session. */
const allowCrossOrigin = (reply: FastifyReply) =>
  reply.header('access-control-allow-origin', '*').header('cross-origin-resource-policy', 'cross-origin');

/**
 * `/shell/files/<file>` and `/remotes/<name>/files/<file>`, `/shell/<version>/…` and `/remotes/<name>/<version>/…`
 *
 * @param isCopied whether pages take them from another place, which may have them from here
 */
export function registerReleaseFiles(app: App, files: ReleaseFiles, isCopied: boolean): void {
  const options = { schema: { hide: true } };
  const sendOfRemote = (request: FastifyRequest, reply: FastifyReply, file: FileRequest) => {
    // A shell of another origin may take a remote from here.
    allowCrossOrigin(reply);
    return file.name === 'shell' ? sendMissing(reply) : files.send(request, reply, file);
  };
  app.get<{ Params: FileParams }>('/shell/files/:file', options, (request, reply) => {
    if (isCopied) allowCrossOrigin(reply);
    return files.send(request, reply, { name: 'shell', version: undefined, path: request.params.file });
  });
  app.get<{ Params: FileParams }>('/shell/:version/*', options, (request, reply) => {
    const { version, '*': path } = request.params;
    return files.send(request, reply, { name: 'shell', version, path });
  });
  app.get<{ Params: FileParams }>('/remotes/:name/files/:file', options, (request, reply) => {
    const { name, file: path } = request.params;
    return sendOfRemote(request, reply, { name, version: undefined, path });
  });
  app.get<{ Params: FileParams }>('/remotes/:name/:version/*', options, (request, reply) => {
    const { name, version, '*': path } = request.params;
    return sendOfRemote(request, reply, { name, version, path });
  });
  app.get('/shell/*', options, (_request, reply) => sendMissing(reply));
  app.get('/remotes/*', options, (_request, reply) => sendMissing(reply));
}
