import { openLine } from '../../../scripts/test/line.mjs';
import type { Line } from '../../../scripts/test/line.mjs';
import { findPostgres } from '../../../scripts/test/postgres-programs.mjs';
import { startPostgres } from '../../../scripts/test/postgres-server.mjs';
import { createOwnProduct } from './own-product.ts';
import type { OwnProduct } from './own-product.ts';

/** A product whose connection to PostgreSQL can be cut. */
export interface CutOffProduct extends Pick<OwnProduct, 'url' | 'readLog' | 'remove'> {
  database: Line;
}

export async function createCutOffProduct(settings: Record<string, string> = {}): Promise<CutOffProduct> {
  const postgres = await startPostgres(await findPostgres());
  const address = new URL(postgres.url);
  const database = await openLine(Number(address.port));
  address.host = `127.0.0.1:${database.port}`;
  const product = await createOwnProduct({ DATABASE_URL: address.href, ...settings });
  await product.start();
  return {
    ...product,
    database,
    async remove() {
      await product.remove();
      await database.close();
      await postgres.stop();
    },
  };
}
