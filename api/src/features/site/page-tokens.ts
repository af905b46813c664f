import { createHmac, hkdfSync, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { Config } from '../../platform/config/config.ts';
import type { Db } from '../../platform/db/connect.ts';
import { getNetwork, WIDEST_PREFIX_BITS } from '../../platform/http/network.ts';
import { isLoopback } from '../../platform/http/local-request.ts';
import { getSecret } from '../../platform/secrets/secrets.ts';

/** Reports of older pages are ignored. */
export const PAGE_TTL_MS = 24 * 3_600_000;

/**
 * About 4,096 IPv4 addresses share each network number, so a number does not reveal an address, not even together with networkKey.
 */
const NETWORK_COUNT = 2 ** 20;

// Byte layout of the token.
const REVISION_OFFSET = 0;
const TIME_OFFSET = 4;
const NETWORK_OFFSET = 8;
const ID_OFFSET = 11;
const PAYLOAD_BYTES = 19;
const SIGNATURE_BYTES = 16;

export type PageTokens = Awaited<ReturnType<typeof createPageTokens>>;
export type PageIdentity = NonNullable<ReturnType<PageTokens['read']>>;

export async function createPageTokens(db: Db, { channel, env }: Pick<Config, 'channel' | 'env'>) {
  const root = await getSecret(db, 'pages');
  const deriveKey = (use: string) => Buffer.from(hkdfSync('sha256', root, '', `${use} ${channel}`, 32));
  const [tokenKey, networkKey] = [deriveKey('tokens'), deriveKey('networks')];
  const sign = (payload: Buffer) => createHmac('sha256', tokenKey).update(payload).digest().subarray(0, SIGNATURE_BYTES);

  /** Returns the number of a network; a random one for local pages in development. */
  function getNetworkNumber(ip: string): number {
    if (env !== 'production' && isLoopback(ip)) return randomInt(NETWORK_COUNT);
    return createHmac('sha256', networkKey).update(getNetwork(ip, WIDEST_PREFIX_BITS)).digest().readUInt32BE() % NETWORK_COUNT;
  }

  return {
    create(revision: number, ip: string): string {
      const payload = Buffer.alloc(PAYLOAD_BYTES);
      payload.writeUInt32BE(revision, REVISION_OFFSET);
      payload.writeUInt32BE(Math.floor(Date.now() / 1000), TIME_OFFSET);
      payload.writeUIntBE(getNetworkNumber(ip), NETWORK_OFFSET, ID_OFFSET - NETWORK_OFFSET);
      randomBytes(PAYLOAD_BYTES - ID_OFFSET).copy(payload, ID_OFFSET);
      return Buffer.concat([payload, sign(payload)]).toString('base64url');
    },
    /** Returns undefined for a token that is expired, forged or of another channel. */
    read(token: string) {
      const bytes = Buffer.from(token, 'base64url');
      if (bytes.length !== PAYLOAD_BYTES + SIGNATURE_BYTES) return undefined;
      const payload = bytes.subarray(0, PAYLOAD_BYTES);
      if (!timingSafeEqual(bytes.subarray(PAYLOAD_BYTES), sign(payload))) return undefined;
      const createdAt = new Date(payload.readUInt32BE(TIME_OFFSET) * 1000);
      if (createdAt.getTime() <= Date.now() - PAGE_TTL_MS) return undefined;
      return {
        id: payload.toString('base64url', ID_OFFSET),
        revision: payload.readUInt32BE(REVISION_OFFSET),
        createdAt,
        network: payload.readUIntBE(NETWORK_OFFSET, ID_OFFSET - NETWORK_OFFSET),
      };
    },
  };
}
