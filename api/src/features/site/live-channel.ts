import { newestGood, openChannel, setFileOrigin } from '@solvent/releases';
import type { LiveChannel, ReleaseStore } from '@solvent/releases';
import { storeLayout } from '@solvent/federation/manifest';
import type { FastifyBaseLogger } from 'fastify';
import { setTimeout as wait } from 'node:timers/promises';

interface TimedRead<Value> {
  /** Asked once for all who ask meanwhile. */
  read: () => Promise<Value>;
  /** What is known from before, if anything is. */
  getLastKnown: () => Value | undefined;
  /** How long one who asks waits before what is known must do (ms). */
  timeoutMs: number;
  onLate: () => void;
}

/** Reads together, and does not let a read that takes long hold up those for whom what is known would do. */
function createTimedRead<Value>({ read, getLastKnown, timeoutMs, onLate }: TimedRead<Value>): () => Promise<Value> {
  let reading: Promise<Value> | undefined;
  let isLate = false;

  const readTogether = () => {
    reading ??= read().finally(() => {
      reading = undefined;
      isLate = false;
    });
    return reading;
  };

  return async () => {
    const fresh = readTogether();
    const before = getLastKnown();
    if (before === undefined) return fresh;
    if (isLate) return before;
    const answered = new AbortController();
    const late = wait(timeoutMs, 'late' as const, { signal: answered.signal });
    const first = await Promise.race([fresh, late]).finally(() => answered.abort());
    if (first !== 'late') return first;
    isLate = true;
    onLate();
    return before;
  };
}

/** Reads what is live. */
export interface LiveReader {
  /**
   * What is live at this moment, or undefined where nothing ever was.
   *
   * @throws DeliveryError where the store does not answer and nothing is known of it yet
   */
  (): Promise<LiveChannel | undefined>;
  /** What is served whatever becomes of the store: the last that was read, if anything was. */
  known(): LiveChannel | undefined;
}

/** How long a page waits for the store before it is made of what is known (ms). */
const TIMEOUT_MS = 2000;

/**
 * Reads the channel anew for each page, so that a promotion shows at once. Where what the channel says is no good (edited by
 * hand), the last good revision is served; where the store is gone or slow, what was served before. The log is told.
 *
 * @param name the channel, such as `production`
 */
export function createLiveReader(store: ReleaseStore, name: string, log: FastifyBaseLogger, timeout = TIMEOUT_MS): LiveReader {
  const channel = openChannel(store, name);
  const tell = createOnceLogger(log, name);
  // A revision never changes, so each is read once.
  let served: { pointer: number; live: LiveChannel } | undefined;

  async function read(): Promise<LiveChannel | undefined> {
    const pointer = await channel.current();
    if (served?.pointer === pointer) return served.live;
    const live = (pointer === 0 ? served?.live : undefined) ?? (await newestGood(store, name, pointer)) ?? served?.live;
    if (!live) return undefined;
    served = { pointer, live };
    if (pointer !== live.document.revision) tell(describeBadRevision(name, pointer), live);
    return live;
  }

  async function readOrKnown(): Promise<LiveChannel | undefined> {
    try {
      return await read();
    } catch (error) {
      if (!served) throw error;
      tell(error instanceof Error ? error.message : String(error), served.live);
      return served.live;
    }
  }

  const known = () => served?.live;
  const onLate = () => served && tell('The release store takes long to answer.', served.live);
  return Object.assign(createTimedRead({ read: readOrKnown, getLastKnown: known, timeoutMs: timeout, onLate }), { known });
}

/**
 * What is live, its pages as this server sends them: checked as delivery made them, and then told where files are.
 *
 * @param assetsUrl undefined: here, as they say
 */
export function withAssetsUrl(read: LiveReader, assetsUrl: string | undefined): LiveReader {
  if (assetsUrl === undefined) return read;
  const placed = new WeakMap<LiveChannel, LiveChannel>();
  const place = (live: LiveChannel | undefined) => {
    if (live === undefined) return undefined;
    const known = placed.get(live);
    if (known !== undefined) return known;
    const pages = new Map([...live.pages].map(([page, html]) => [page, setFileOrigin(html, assetsUrl)]));
    const made = { ...live, pages };
    placed.set(live, made);
    return made;
  };
  return Object.assign(async () => place(await read()), { known: () => place(read.known()) });
}

const describeBadRevision = (channel: string, pointer: number): string =>
  pointer === 0
    ? `${storeLayout.current(channel)} names no revision.`
    : `Revision ${pointer} of ${channel} or its pages are not as delivery made them.`;

/** A line for each thing that goes wrong, not for each page that is made meanwhile. */
function createOnceLogger(log: FastifyBaseLogger, channel: string): (what: string, live: LiveChannel) => void {
  let last = '';
  return (what, { document }) => {
    const line = `${what} Revision ${document.revision} of ${channel} is served; any change of the channel with pnpm delivery puts it right.`;
    if (line === last) return;
    last = line;
    log.error(line);
  };
}
