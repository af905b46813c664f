import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import type { ClientMessage, DatabaseMessage, TypedPort } from './client.ts';
import { mkdirSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';

const SYNC = 0x53;
const QUERY = 0x51;
const TERMINATE = 0x58;
const HEADER_BYTES = 5;

/** AuthenticationOk without a password, then ReadyForQuery (idle). */
const STARTUP_RESPONSE = Uint8Array.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);

type Execute = (messages: Uint8Array) => Promise<Uint8Array>;

/** Finds the end of the last complete Sync or Query message; 0 if there is none. */
function findBatchEnd(bytes: Buffer): number {
  let end = 0;
  let offset = 0;
  while (offset + HEADER_BYTES <= bytes.length) {
    const next = offset + 1 + bytes.readInt32BE(offset + 1);
    if (next > bytes.length) break;
    const kind = bytes[offset];
    if (kind === TERMINATE) return end;
    offset = next;
    if (kind === SYNC || kind === QUERY) end = offset;
  }
  return end;
}

/** Runs the messages of one client in batches that end with Sync or Query, so that an error skips the rest of its batch. */
export class WireSession {
  #buffer = Buffer.alloc(0);
  #isStarted = false;
  readonly #execute: Execute;

  constructor(execute: Execute) {
    this.#execute = execute;
  }

  async receive(bytes: Uint8Array): Promise<Uint8Array | undefined> {
    this.#buffer = Buffer.concat([this.#buffer, bytes]);
    if (!this.#isStarted) return this.#start();
    const end = findBatchEnd(this.#buffer);
    if (end === 0) return undefined;
    const batch = Uint8Array.from(this.#buffer.subarray(0, end));
    this.#buffer = this.#buffer.subarray(end);
    return this.#execute(batch);
  }

  #start(): Uint8Array | undefined {
    if (this.#buffer.length < 4 || this.#buffer.length < this.#buffer.readInt32BE(0)) return undefined;
    this.#buffer = this.#buffer.subarray(this.#buffer.readInt32BE(0));
    this.#isStarted = true;
    return STARTUP_RESPONSE;
  }
}

export const EXTENSIONS = { pg_trgm };

async function reset(database: PGlite): Promise<void> {
  await database.exec('ROLLBACK');
  await database.exec('DISCARD ALL');
}

/** Handles messages in order, so that a closed connection is reset before the next one starts. */
export function serveDatabase(database: PGlite, port: TypedPort<ClientMessage, DatabaseMessage>): void {
  const sessions = new Map<number, WireSession>();
  let queue = Promise.resolve();
  let isClosed = false;

  const handle = async (message: ClientMessage): Promise<void> => {
    if (isClosed) return;
    if (message.type === 'close') {
      isClosed = true;
      await database.close();
      port.post({ type: 'closed' });
      return;
    }
    if (message.type === 'ended') {
      if (sessions.delete(message.connection)) await reset(database);
      return;
    }
    const { connection } = message;
    const session = sessions.get(connection) ?? new WireSession((messages) => database.execProtocolRaw(messages));
    sessions.set(connection, session);
    const bytes = await session.receive(message.bytes);
    if (bytes !== undefined) port.post({ type: 'bytes', connection, bytes });
  };

  port.onMessage((message) => {
    queue = queue.then(() => handle(message));
  });
  port.post({ type: 'ready' });
}

/** Loads a prepopulated database; undefined if the package is not installed, as in production. */
const loadPrepopulated = (): Promise<Blob | undefined> =>
  import('@electric-sql/pglite-prepopulatedfs').then(
    ({ dataDir }) => dataDir(),
    () => undefined,
  );

/** Creates the database from a prepared folder, which takes 1 s of CPU instead of 4 s for initdb. */
export async function createDatabase(folder: string): Promise<PGlite> {
  mkdirSync(folder, { recursive: true });
  const loadDataDir = await loadPrepopulated();
  return PGlite.create(folder, { extensions: EXTENSIONS, ...(loadDataDir && { loadDataDir }) });
}
