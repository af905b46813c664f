import type { Message } from '@solvent/contracts';
import type { OutboxEntry, Send } from './types.ts';

/** Without any progress for this long (ms) a try is given up: a connection can be dead without saying so. */
const STALLED_AFTER = 60_000;

/** One try to send one entry, which can be ended from outside. */
export class Attempt {
  readonly #request = new AbortController();
  readonly #over = new AbortController();

  /** Ends with the try and the wait after it. */
  get signal(): AbortSignal {
    return this.#over.signal;
  }

  /** Nobody waits for it any more: the entry is gone, or the tab closes. */
  cancel(): void {
    this.#over.abort();
    this.#request.abort();
  }

  /** The server has it, as was heard on another way: the request may end as it likes. */
  finish(): void {
    this.#over.abort();
  }

  /**
   * @returns the message as stored; undefined: the try was ended from outside
   * @throws what `send` throws, and an error for a try that stalls
   */
  async run(send: Send, entry: OutboxEntry, onProgress: (sent: number) => void): Promise<Message | undefined> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let stalled = () => {};
    const stall = new Promise<never>((_resolve, reject) => {
      stalled = () => {
        reject(new Error('No answer came.'));
        this.#request.abort();
      };
    });
    const watch = () => {
      clearTimeout(timer);
      timer = setTimeout(stalled, STALLED_AFTER);
    };
    const progress = (sent: number) => {
      if (this.signal.aborted) return;
      watch();
      onProgress(sent);
    };
    watch();
    try {
      return await Promise.race([send(entry, { onProgress: progress, signal: this.#request.signal }), stall, this.#ended()]);
    } catch (error) {
      if (this.signal.aborted) return undefined;
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  #ended(): Promise<undefined> {
    return new Promise((resolve) => {
      this.signal.addEventListener('abort', () => resolve(undefined), { once: true });
    });
  }
}
