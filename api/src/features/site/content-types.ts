import { extname } from 'node:path/posix';

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
export const contentType = (path: string): string => TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream';
