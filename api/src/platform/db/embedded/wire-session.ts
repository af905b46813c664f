const SYNC = 0x53;
const QUERY = 0x51;
const TERMINATE = 0x58;
const HEADER = 5;

/** AuthenticationOk, then ReadyForQuery (idle): the embedded database asks for no password. */
const WELCOME = Uint8Array.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);

/** Runs messages of PostgreSQL's wire protocol and gives the answer's bytes. */
export type Execute = (messages: Uint8Array) => Promise<Uint8Array>;

/** Where the last message that the server answers ends (0: none yet is whole), and whether the client said goodbye. */
function wholeMessages(bytes: Buffer): { end: number; terminated: boolean } {
  let end = 0;
  let offset = 0;
  while (offset + HEADER <= bytes.length) {
    const next = offset + 1 + bytes.readInt32BE(offset + 1);
    if (next > bytes.length) break;
    const kind = bytes[offset];
    if (kind === TERMINATE) return { end, terminated: true };
    offset = next;
    if (kind === SYNC || kind === QUERY) end = offset;
  }
  return { end, terminated: false };
}

/**
 * One client's side of PostgreSQL's wire protocol: takes bytes as they come, runs them in
 * batches that end where a server would answer, so that an error skips to the batch's end.
 */
export class WireSession {
  #waiting = Buffer.alloc(0);
  #welcomed = false;
  readonly #execute: Execute;

  constructor(execute: Execute) {
    this.#execute = execute;
  }

  /** Takes the client's bytes; gives the server's, perhaps none. */
  async receive(bytes: Uint8Array): Promise<Uint8Array | undefined> {
    this.#waiting = Buffer.concat([this.#waiting, bytes]);
    if (!this.#welcomed) return this.#welcome();
    const { end } = wholeMessages(this.#waiting);
    if (end === 0) return undefined;
    const batch = Uint8Array.from(this.#waiting.subarray(0, end));
    this.#waiting = this.#waiting.subarray(end);
    return this.#execute(batch);
  }

  #welcome(): Uint8Array | undefined {
    if (this.#waiting.length < 4 || this.#waiting.length < this.#waiting.readInt32BE(0)) return undefined;
    this.#waiting = this.#waiting.subarray(this.#waiting.readInt32BE(0));
    this.#welcomed = true;
    return WELCOME;
  }
}
