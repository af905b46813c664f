import { DeliveryError, findRelease } from '@solvent/releases';
import type { ReleaseStore } from '@solvent/releases';
import { storeLayout } from '@solvent/federation/manifest';
import type { ReleaseFile } from '@solvent/federation/manifest';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { extname } from 'node:path/posix';
import type { App } from '../../platform/http/app.ts';
import { byteCache } from './byte-cache.ts';
import { byteRange } from '../../platform/http/byte-range.ts';

/** What a remote may be called. */
export const REMOTE_NAME = /^[a-z][a-z0-9-]*$/;

/** What the version of a release may look like: `1.0.0-1f2e3d4c`. */
export const RELEASE_VERSION = /^\d+\.\d+\.\d+[A-Za-z0-9.+-]*$/;

/** Whether a browser takes a coding: a coding counts as accepted when it is named, unless with `q=0`. @param header Accept-Encoding */
export function acceptsCoding(header: string | string[] | undefined, coding: 'br' | 'gzip'): boolean {
  return String(header ?? '')
    .split(',')
    .some((part) => {
      const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
      return name === coding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
    });
}

const TEXT = '; charset=utf-8';

/** What builds are made of. */
const TYPES: Readonly<Record<string, string>> = {
  '.js': `application/javascript${TEXT}`,
  '.mjs': `application/javascript${TEXT}`,
  '.css': `text/css${TEXT}`,
  '.html': `text/html${TEXT}`,
  '.txt': `text/plain${TEXT}`,
  '.json': `application/json${TEXT}`,
  '.map': `application/json${TEXT}`,
  '.webmanifest': `application/manifest+json${TEXT}`,
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.mp3': 'audio/mpeg',
  '.ogg': 'audio/ogg',
  '.wav': 'audio/wav',
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
  '.wasm': 'application/wasm',
};

/** Type of a file by its ending. Browsers take nothing for what it is not: what is unknown is bytes. */
const contentType = (path: string): string => TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream';

/** How many bytes of files are remembered: all that a live product is made of, and what is asked for of earlier versions. */
const REMEMBERED = 32 * 1024 * 1024;

/** A file as it is sent: itself, or what delivery compressed of it. */
interface ReleaseBytes {
  file: ReleaseFile;
  bytes: Buffer;
  encoding: 'br' | 'gzip' | undefined;
}

/** Reads a file of a release the best way that `accepts` allows; undefined where no such release lists it. */
type ReadReleaseFile = (
  name: string,
  version: string,
  path: string,
  accepts: (coding: 'br' | 'gzip') => boolean,
) => Promise<ReleaseBytes | undefined>;

/** Releases never change, so what was read is remembered. */
export function releaseBytes(store: ReleaseStore): ReadReleaseFile {
  const releases = new Map<string, ReadonlyMap<string, ReleaseFile>>();
  const readBytes = byteCache((key) => store.read(key), REMEMBERED);

  async function filesOf(name: string, version: string): Promise<ReadonlyMap<string, ReleaseFile> | undefined> {
    const folder = storeLayout.release(name, version);
    const known = releases.get(folder);
    if (known) return known;
    const release = await findRelease(store, name, version);
    if (!release) return undefined;
    const files = new Map(release.files.map((file) => [file.path, file]));
    releases.set(folder, files);
    return files;
  }

  return async (name, version, path, accepts) => {
    if (!REMOTE_NAME.test(name) || !RELEASE_VERSION.test(version)) return undefined;
    const file = (await filesOf(name, version))?.get(path);
    if (!file) return undefined;
    const key = `${storeLayout.release(name, version)}/${path}`;
    if (isCompressed(file)) {
      const brotli = accepts('br') ? await readBytes(`${key}.br`) : undefined;
      if (brotli) return { file, bytes: brotli, encoding: 'br' };
      const gzip = accepts('gzip') ? await readBytes(`${key}.gz`) : undefined;
      if (gzip) return { file, bytes: gzip, encoding: 'gzip' };
    }
    const bytes = await readBytes(key);
    return bytes && { file, bytes, encoding: undefined };
  };
}

/** Delivery compresses where it pays. */
const isCompressed = ({ bytes, brotliBytes }: ReleaseFile): boolean => brotliBytes < bytes;

/** Names of files hold a hash of their content, and a release never changes. */
const FOR_EVER = 'public, max-age=31536000, immutable';

/** Files of fixed names (icons, sounds) change with the live shell. */
const FOR_AN_HOUR = 'public, max-age=3600';

/** Sends files of releases, compressed as they were ahead of time; only what a release lists is there. */
interface ReleaseFiles {
  /** Answers with a file of a release, or 404. */
  send: (request: FastifyRequest, reply: FastifyReply, file: AskedFile) => Promise<FastifyReply>;
  /** Answers with a file of the shell's `public` folder; false, with nothing sent, where it has none of that name. */
  sendPublic: (request: FastifyRequest, reply: FastifyReply, shellVersion: string, path: string) => Promise<boolean>;
}

interface AskedFile {
  name: string;
  version: string;
  path: string;
}

export function releaseFiles(read: ReadReleaseFile): ReleaseFiles {
  const find = ({ headers }: FastifyRequest, { name, version, path }: AskedFile) =>
    read(name, version, path, (coding) => acceptsCoding(headers['accept-encoding'], coding));
  return {
    async send(request, reply, file) {
      try {
        const found = await find(request, file);
        return found ? sendBytes(request, reply, found, FOR_EVER) : sendMissing(reply);
      } catch (error) {
        if (!(error instanceof DeliveryError)) throw error;
        request.log.error({ err: error }, 'A file of a release could not be read');
        return sendText(reply.code(503), 'The release store does not answer: try again in a minute.\n');
      }
    },
    async sendPublic(request, reply, version, path) {
      const found = await find(request, { name: 'shell', version, path: `public${path}` });
      if (found) sendBytes(request, reply, found, FOR_AN_HOUR);
      return found !== undefined;
    },
  };
}

function sendBytes(request: FastifyRequest, reply: FastifyReply, found: ReleaseBytes, caching: string): FastifyReply {
  const { file, bytes, encoding } = found;
  const etag = `"${file.integrity.replace('sha384-', '')}${encoding ? `-${encoding}` : ''}"`;
  reply.headers({ 'cache-control': caching, etag, 'accept-ranges': 'bytes' });
  if (isCompressed(file)) reply.header('vary', 'accept-encoding');
  // A proxy that compresses calls a hash weak (`W/`); here it is as good.
  if (request.headers['if-none-match']?.split(/\s*,\s*(?:W\/)?|^W\//).includes(etag)) return reply.code(304).send();
  const condition = request.headers['if-range'];
  const range = condition === undefined || condition === etag ? byteRange(request.headers.range, bytes.length) : undefined;
  if (range === 'none') {
    reply.header('content-range', `bytes */${bytes.length}`).header('cache-control', 'no-store');
    return sendText(reply.code(416), `This file has ${bytes.length} bytes: there is nothing in that range.\n`);
  }
  if (encoding) reply.header('content-encoding', encoding);
  reply.type(contentType(file.path));
  if (range === undefined) return reply.send(bytes);
  reply.code(206).header('content-range', `bytes ${range.first}-${range.last}/${bytes.length}`);
  return reply.send(bytes.subarray(range.first, range.last + 1));
}

/** A missing script must not be answered with a page: the browser would run it. */
const sendMissing = (reply: FastifyReply) => sendText(reply.code(404), 'This file does not exist.\n');

const sendText = (reply: FastifyReply, text: string) =>
  reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8').send(text);

type FileParams = { name: string; version: string; '*': string };

/** `/shell/<version>/…` and `/remotes/<name>/<version>/…` */
export function registerReleaseFiles(app: App, files: ReleaseFiles): void {
  const options = { schema: { hide: true } };
  app.get<{ Params: FileParams }>('/shell/:version/*', options, (request, reply) => {
    const { version, '*': path } = request.params;
    return files.send(request, reply, { name: 'shell', version, path });
  });
  app.get<{ Params: FileParams }>('/remotes/:name/:version/*', options, (request, reply) => {
    const { name, version, '*': path } = request.params;
    // A shell of another origin may take a remote from here; its files are public and know no session.
    reply.header('access-control-allow-origin', '*').header('cross-origin-resource-policy', 'cross-origin');
    return name === 'shell' ? sendMissing(reply) : files.send(request, reply, { name, version, path });
  });
  app.get('/shell/*', options, (_request, reply) => sendMissing(reply));
  app.get('/remotes/*', options, (_request, reply) => sendMissing(reply));
}
