import { createHmac, hkdfSync, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { Config } from '../../platform/config/config.ts';
import type { Db } from '../../platform/db/connect.ts';
import { getNetwork, WIDEST_PREFIX_BITS } from '../../platform/http/network.ts';
import { isLoopback } from '../../platform/http/local-request.ts';
import { getSecret } from '../../platform/secrets/secret.ts';

/** A page is believed for so long after it was made (ms). */
export const PAGE_TTL_MS = 24 * 3_600_000;

/**
 * So many numbers are there for networks. Few enough that 4,096 IPv4 addresses share each: who has a number, and even the key,
 * knows nobody's address. Many enough that two visitors hardly ever share one.
 */
const NETWORK_COUNT = 2 ** 20;

const REVISION_OFFSET = 0;
const TIME_OFFSET = 4;
const NETWORK_OFFSET = 8;
const ID_OFFSET = 11;
const PAYLOAD_BYTES = 19;
const SIGNATURE_BYTES = 16;

/** What a page's token says of it. */
export interface PageIdentity {
  /** Which page it is, of all: 64 random bits in base64url. */
  id: string;
  /** The revision of the channel that it was made of, which names the versions that it may run. */
  revision: number;
  /** To the second. */
  createdAt: Date;
  /** Number of the network that asked for it, below 2^20; on one's own machine in development each page has one of its own. */
  network: number;
}

/** Makes and reads the tokens by which pages prove that this site made them. */
export interface PageTokens {
  /** @param ip who asks for the page */
  create(revision: number, ip: string): string;
  /** What a token says; undefined where it is older than {@link PAGE_TTL_MS} or was not made for a page of this channel. */
  read(token: string): PageIdentity | undefined;
}

/** The {@link PageTokens} that all processes on this database make and know, of the channel that they show. */
export async function createPageTokens(db: Db, { channel, env }: Pick<Config, 'channel' | 'env'>): Promise<PageTokens> {
  const root = await getSecret(db, 'pages');
  const keyFor = (use: string) => Buffer.from(hkdfSync('sha256', root, '', `${use} ${channel}`, 32));
  const [tokenKey, networkKey] = [keyFor('tokens'), keyFor('networks')];
  const signatureOf = (signed: Buffer) => createHmac('sha256', tokenKey).update(signed).digest().subarray(0, SIGNATURE_BYTES);

  function numberOf(ip: string): number {
    if (env !== 'production' && isLoopback(ip)) return randomInt(NETWORK_COUNT);
    return createHmac('sha256', networkKey).update(getNetwork(ip, WIDEST_PREFIX_BITS)).digest().readUInt32BE() % NETWORK_COUNT;
  }

  return {
    create(revision, ip) {
      const signed = Buffer.alloc(PAYLOAD_BYTES);
      signed.writeUInt32BE(revision, REVISION_OFFSET);
      signed.writeUInt32BE(Math.floor(Date.now() / 1000), TIME_OFFSET);
      signed.writeUIntBE(numberOf(ip), NETWORK_OFFSET, ID_OFFSET - NETWORK_OFFSET);
      randomBytes(PAYLOAD_BYTES - ID_OFFSET).copy(signed, ID_OFFSET);
      return Buffer.concat([signed, signatureOf(signed)]).toString('base64url');
    },
    read(token) {
      const bytes = Buffer.from(token, 'base64url');
      if (bytes.length !== PAYLOAD_BYTES + SIGNATURE_BYTES) return undefined;
      const signed = bytes.subarray(0, PAYLOAD_BYTES);
      if (!timingSafeEqual(bytes.subarray(PAYLOAD_BYTES), signatureOf(signed))) return undefined;
      const madeAt = new Date(signed.readUInt32BE(TIME_OFFSET) * 1000);
      if (madeAt.getTime() <= Date.now() - PAGE_TTL_MS) return undefined;
      return {
        id: signed.toString('base64url', ID_OFFSET),
        revision: signed.readUInt32BE(REVISION_OFFSET),
        createdAt: madeAt,
        network: signed.readUIntBE(NETWORK_OFFSET, ID_OFFSET - NETWORK_OFFSET),
      };
    },
  };
}
