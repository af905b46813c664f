import { newestGood, openChannel, setFileOrigin } from '@solvent/releases';
import type { LiveChannel, ReleaseStore } from '@solvent/releases';
import { storeLayout } from '@solvent/federation/manifest';
import type { FastifyBaseLogger } from 'fastify';
import { TimeoutError, withTimeout } from '../../platform/with-timeout.ts';

export type LiveReader = ReturnType<typeof createLiveReader>;

/** A page waits this long for the store before it uses the known revision. */
const TIMEOUT_MS = 2000;

/** Reads the channel for each page. Falls back to the last good revision if the channel is damaged, or its store unavailable or slow. */
export function createLiveReader(
  store: ReleaseStore,
  { channel: name, assetsUrl }: { channel: string; assetsUrl?: string | undefined },
  log: FastifyBaseLogger,
  timeoutMs = TIMEOUT_MS,
) {
  const channel = openChannel(store, name);
  // Revisions are immutable, so each is read once.
  let served: { pointer: number; live: LiveChannel } | undefined;
  let inFlight: Promise<LiveChannel | undefined> | undefined;
  let isLate = false;
  let lastLine = '';

  /** Logs a problem once, not for each page. */
  function logOnce(problem: string, { document }: LiveChannel): void {
    const line = `${problem} Revision ${document.revision} of ${name} is served; any change of the channel with pnpm delivery fixes this.`;
    if (line !== lastLine) log.error(line);
    lastLine = line;
  }

  /** Reads the newest revision. Its pages load their files from `assetsUrl`, if set. */
  async function readNewest(pointer: number): Promise<LiveChannel | undefined> {
    const live = await newestGood(store, name, pointer);
    if (live === undefined || assetsUrl === undefined) return live;
    return { ...live, pages: new Map([...live.pages].map(([page, html]) => [page, setFileOrigin(html, assetsUrl)])) };
  }

  async function read(): Promise<LiveChannel | undefined> {
    const pointer = await channel.current();
    if (served?.pointer === pointer) return served.live;
    const live = (pointer === 0 ? served?.live : undefined) ?? (await readNewest(pointer)) ?? served?.live;
    if (!live) return undefined;
    served = { pointer, live };
    if (pointer === 0) logOnce(`${storeLayout.current(name)} names no revision.`, live);
    else if (pointer !== live.document.revision)
      logOnce(`Revision ${pointer} of ${name} or its pages are not as delivery made them.`, live);
    return live;
  }

  /**
   * Returns undefined if nothing was ever live. Concurrent callers share one read. While it is late, they receive the known revision
   * at once. @throws DeliveryError if the store does not respond and nothing is known
   */
  async function readInTime(): Promise<LiveChannel | undefined> {
    inFlight ??= read()
      .catch((error: unknown) => {
        if (!served) throw error;
        logOnce(error instanceof Error ? error.message : String(error), served.live);
        return served.live;
      })
      .finally(() => {
        inFlight = undefined;
        isLate = false;
      });
    const known = served?.live;
    if (known === undefined) return inFlight;
    if (isLate) return known;
    try {
      return await withTimeout(timeoutMs, 'The release store', inFlight);
    } catch (error) {
      if (!(error instanceof TimeoutError)) throw error;
      isLate = true;
      logOnce('The release store is slow to respond.', known);
      return known;
    }
  }

  /** `cached`: the revision that was read last, without access to the store. */
  return Object.assign(readInTime, { cached: () => served?.live });
}
