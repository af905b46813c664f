import { createHash, randomBytes } from 'node:crypto';

/** A new opaque token: 256 random bits (product 11.5). */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** What is stored of a token or another secret of high entropy: its SHA-256, in hex. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
