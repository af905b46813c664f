/** Remembers what was read last. What is under a key never changes. */
export type ByteCache = (key: string) => Promise<Buffer | undefined>;

/**
 * @param read asked once for all who want the same key at the same time; what is missing is asked for again
 * @param limit how many bytes are remembered: the ones that nobody asked for the longest time go first
 */
export function byteCache(read: (key: string) => Promise<Buffer | undefined>, limit: number): ByteCache {
  const known = new Map<string, Buffer>(); // in the order of last use
  const reading = new Map<string, Promise<Buffer | undefined>>();
  let size = 0;

  function remember(key: string, bytes: Buffer): void {
    if (bytes.length > limit / 4) return;
    known.set(key, bytes);
    size += bytes.length;
    for (const [oldest, { length }] of known) {
      if (size <= limit) return;
      known.delete(oldest);
      size -= length;
    }
  }

  async function readOnce(key: string): Promise<Buffer | undefined> {
    try {
      const bytes = await read(key);
      if (bytes) remember(key, bytes);
      return bytes;
    } finally {
      reading.delete(key);
    }
  }

  return async (key) => {
    const bytes = known.get(key);
    if (bytes) {
      known.delete(key);
      known.set(key, bytes);
      return bytes;
    }
    const asked = reading.get(key) ?? readOnce(key);
    reading.set(key, asked);
    return asked;
  };
}
