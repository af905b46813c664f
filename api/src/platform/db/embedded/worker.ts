import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import type { WorkerOptions } from './client.ts';
import { createDatabase, EXTENSIONS, serveDatabase } from './serve.ts';

/** Runs the embedded database in its own thread, since it blocks while it works. */
async function run({ folder, isNew }: WorkerOptions): Promise<void> {
  if (parentPort === null) throw new Error('This file is the worker of the embedded database: start the server instead.');
  try {
    serveDatabase(await (isNew ? createDatabase(folder) : PGlite.create(folder, { extensions: EXTENSIONS })), parentPort);
  } catch (error) {
    parentPort.postMessage({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
}

await run(workerData as WorkerOptions);
