import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { createDatabase } from './create-database.ts';
import { toTypedPort } from './messages.ts';
import type { FromDatabase, Opening, ToDatabase } from './messages.ts';
import { EXTENSIONS, serveDatabase } from './serve.ts';

/** The thread of the embedded database: it blocks while it works, so it has one of its own. */
async function run({ folder, isNew }: Opening): Promise<void> {
  if (parentPort === null) throw new Error('This file is the thread of the embedded database; start the server instead.');
  const port = toTypedPort<ToDatabase, FromDatabase>(parentPort);
  try {
    serveDatabase(await (isNew ? createDatabase(folder) : PGlite.create(folder, { extensions: EXTENSIONS })), port);
  } catch (error) {
    port.post({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
}

await run(workerData as Opening);
