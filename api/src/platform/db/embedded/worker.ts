import { parentPort, workerData } from 'node:worker_threads';
import { openOrCreateDatabase } from './create-database.ts';
import { portOf } from './messages.ts';
import type { FromDatabase, ToDatabase } from './messages.ts';
import { serveDatabase } from './serve.ts';

/** The thread of the embedded database: it blocks while it works, so it has one of its own. */
async function run(folder: string): Promise<void> {
  if (parentPort === null) throw new Error('This file is the thread of the embedded database; start the server instead.');
  const port = portOf<ToDatabase, FromDatabase>(parentPort);
  try {
    serveDatabase(await openOrCreateDatabase(folder), port);
  } catch (error) {
    port.post({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
}

// The server's side passes the data folder as a text.
await run(String(workerData));
