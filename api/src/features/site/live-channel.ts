import { newestGood, openChannel, setFileOrigin } from '@solvent/releases';
import type { LiveChannel, ReleaseStore } from '@solvent/releases';
import { storeLayout } from '@solvent/federation/manifest';
import type { FastifyBaseLogger } from 'fastify';
import { TimeoutError, withTimeout } from '../../platform/with-timeout.ts';

export interface LiveReader {
  /** Undefined if nothing was ever live. @throws DeliveryError if the store does not respond and nothing is known */
  (): Promise<LiveChannel | undefined>;
  /** The revision that was read last, without access to the store. */
  cached(): LiveChannel | undefined;
}

/** A page waits this long for the store before it uses the known revision. */
const TIMEOUT_MS = 2000;

/** Reads the channel for each page. Falls back to the last good revision if the channel is damaged, or its store unavailable or slow. */
export function createLiveReader(store: ReleaseStore, name: string, log: FastifyBaseLogger, timeoutMs = TIMEOUT_MS): LiveReader {
  const channel = openChannel(store, name);
  const logOnce = createOnceLogger(log, name);
  // Revisions are immutable, so each is read once.
  let served: { pointer: number; live: LiveChannel } | undefined;
  let inFlight: Promise<LiveChannel | undefined> | undefined;
  let isLate = false;

  async function read(): Promise<LiveChannel | undefined> {
    const pointer = await channel.current();
    if (served?.pointer === pointer) return served.live;
    const live = (pointer === 0 ? served?.live : undefined) ?? (await newestGood(store, name, pointer)) ?? served?.live;
    if (!live) return undefined;
    served = { pointer, live };
    if (pointer !== live.document.revision) logOnce(describeBadRevision(name, pointer), live);
    return live;
  }

  async function readOrKnown(): Promise<LiveChannel | undefined> {
    try {
      return await read();
    } catch (error) {
      if (!served) throw error;
      logOnce(error instanceof Error ? error.message : String(error), served.live);
      return served.live;
    }
  }

  /** Concurrent callers share one read. While it is late, they receive the known revision at once. */
  async function readInTime(): Promise<LiveChannel | undefined> {
    inFlight ??= readOrKnown().finally(() => {
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

  return Object.assign(readInTime, { cached: () => served?.live });
}

/** Points the pages of a live revision to the files at `assetsUrl`. */
export function withAssetsUrl(read: LiveReader, assetsUrl: string | undefined): LiveReader {
  if (assetsUrl === undefined) return read;
  const rewritten = new WeakMap<LiveChannel, LiveChannel>();
  const rewrite = (live: LiveChannel | undefined) => {
    if (live === undefined) return undefined;
    const known = rewritten.get(live);
    if (known !== undefined) return known;
    const pages = new Map([...live.pages].map(([page, html]) => [page, setFileOrigin(html, assetsUrl)]));
    const result = { ...live, pages };
    rewritten.set(live, result);
    return result;
  };
  return Object.assign(async () => rewrite(await read()), { cached: () => rewrite(read.cached()) });
}

const describeBadRevision = (channel: string, pointer: number): string =>
  pointer === 0
    ? `${storeLayout.current(channel)} names no revision.`
    : `Revision ${pointer} of ${channel} or its pages are not as delivery made them.`;

/** Logs a problem once, not for each page. */
function createOnceLogger(log: FastifyBaseLogger, channel: string): (problem: string, live: LiveChannel) => void {
  let last = '';
  return (problem, { document }) => {
    const line = `${problem} Revision ${document.revision} of ${channel} is served; any change of the channel with pnpm delivery fixes this.`;
    if (line === last) return;
    last = line;
    log.error(line);
  };
}
