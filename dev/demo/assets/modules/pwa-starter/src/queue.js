/**
 * Changes that people make without a network, sent in order when it is back. Each has an id, so that the server can tell one
 * that comes twice. `send(change)` rejects with an error; one with `final: true` says that trying again will not help.
 */
export function createQueue({ storage, send, key = 'changes', onRefused = () => {} }) {
  const load = () => JSON.parse(storage.getItem(key) ?? '[]');
  const save = (changes) => storage.setItem(key, JSON.stringify(changes));
  let running;

  async function run() {
    for (let [next] = load(); next !== undefined; [next] = load()) {
      try {
        await send(next);
      } catch (error) {
        if (!error.final) return false;
        onRefused(next, error);
      }
      save(load().slice(1));
    }
    return true;
  }

  return {
    /** Keeps a change; it is safe once this returns. */
    add(what) {
      const change = { id: crypto.randomUUID(), what };
      save([...load(), change]);
      return change;
    },

    /** Sends what waits; false if the network failed and something still does. Call it at the start and on `online`. */
    flush() {
      running ??= run().finally(() => {
        running = undefined;
      });
      return running;
    },

    waiting: () => load().length,
  };
}
