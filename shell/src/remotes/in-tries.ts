const TRIES = 2;
/** Milliseconds between two tries: a host that restarts is often back by then. */
const PAUSE = 250;

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE));

/**
 * Fetches something of a remote: what fails is tried once more.
 *
 * @param patience milliseconds after which there is no further try: something else can take its place
 * @throws what the last try threw
 */
export async function inTries<Value>(fetch: () => Promise<Value>, patience = Infinity): Promise<Value> {
  const began = performance.now();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await fetch();
    } catch (error) {
      if (attempt === TRIES || performance.now() - began >= patience) throw error;
      await pause();
    }
  }
}
