const SYNC = 0x53;
const QUERY = 0x51;
const TERMINATE = 0x58;
const HEADER_BYTES = 5;

/** AuthenticationOk without a password, then ReadyForQuery (idle). */
const STARTUP_RESPONSE = Uint8Array.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);

type Execute = (messages: Uint8Array) => Promise<Uint8Array>;

/** Finds the end of the last complete Sync or Query; 0 if there is none. */
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
