const wait = (ms) => new Promise((done) => setTimeout(done, ms));

/**
 * Messages on their way, one after the other. Each is kept in `storage` (getItem and setItem, as of localStorage) until the
 * server has it, so it survives a tunnel and a reload. `deliver(message)` rejects while the server is out of reach.
 */
export function createOutbox({ deliver, storage, key = 'outbox', firstWait = 500, longestWait = 30_000, sleep = wait }) {
  const load = () => JSON.parse(storage.getItem(key) ?? '[]');
  const save = (messages) => storage.setItem(key, JSON.stringify(messages));
  let running;

  async function run() {
    let pause = firstWait;
    for (let [next] = load(); next !== undefined; [next] = load()) {
      try {
        await deliver(next);
        save(load().filter(({ id }) => id !== next.id));
        pause = firstWait;
      } catch {
        await sleep(pause);
        pause = Math.min(longestWait, pause * 2);
      }
    }
  }

  const flush = () => {
    running ??= run().finally(() => {
      running = undefined;
    });
    return running;
  };

  return {
    /** Takes a message; resolves when all that waits has arrived. */
    send(message) {
      save([...load(), message]);
      return flush();
    },

    /** What is still on its way. */
    waiting: load,

    /** Goes on with what was left: at the start of the page. */
    flush,
  };
}
