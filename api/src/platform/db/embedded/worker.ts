import { mkdirSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import type { FromDatabase } from './messages.ts';
import { serveDatabase } from './serve.ts';

/** The thread of the embedded database: it blocks while it works, so it has one of its own. */
async function run(folder: string): Promise<void> {
  if (parentPort === null) throw new Error('This file is the thread of the embedded database; start the server instead.');
  const port = parentPort;
  const post = (message: FromDatabase) => port.postMessage(message);
  try {
    mkdirSync(folder, { recursive: true });
    const database = await PGlite.create(folder);
    serveDatabase(database, { postMessage: post, on: (event, listener) => port.on(event, listener) });
  } catch (error) {
    post({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
}

// The server's side passes the data folder as a text.
await run(String(workerData));
