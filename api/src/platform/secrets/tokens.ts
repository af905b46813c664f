import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits (product 11.5). */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** SHA-256 in hex, for tokens and other secrets of high entropy. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
