import type { FastifyBaseLogger } from 'fastify';
import type { Deps } from '../../deps.ts';

/** After the commit that deleted their rows: bytes that cannot be deleted now take up room, and are nobody's to read. */
export async function deleteBytes({ files }: Pick<Deps, 'files'>, keys: string[], log: FastifyBaseLogger): Promise<void> {
  const left = (key: string) => (error: unknown) => log.error({ err: error, key }, 'A removed file is left in the file store');
  await Promise.all(keys.map((key) => files.delete(key).catch(left(key))));
}
