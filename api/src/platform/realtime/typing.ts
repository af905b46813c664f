import type { ClientEvents } from '@solvent/contracts';
import type { Socket } from 'socket.io';
import { isId } from '../is-id.ts';

const MIN_INTERVAL_MS = 1000;

/** How long a socket caches a participant: a block takes effect afterwards. */
const CACHE_TTL_MS = 10_000;
const MAX_CACHED = 50;

const MAX_LOOKUPS_PER_MINUTE = 20;
const MINUTE_MS = 60_000;

/** Null if the user does not participate, or one of the two has blocked the other. */
export type FindOtherParticipant = (conversationId: string, userId: string) => Promise<string | null>;

interface CacheEntry {
  other: Promise<string | null>;
  expiresAt: number;
  notifiedAt: number;
}

/** Caches the lookups of one socket. @returns undefined beyond the limit */
function cacheLookups(find: (conversationId: string) => Promise<string | null>) {
  const cache = new Map<string, CacheEntry>();
  let lookups: number[] = [];

  const lookUp = (id: string, now: number): CacheEntry | undefined => {
    lookups = lookups.filter((at) => now - at < MINUTE_MS);
    if (lookups.length >= MAX_LOOKUPS_PER_MINUTE) return undefined;
    lookups.push(now);
    const oldest = cache.keys().next();
    if (cache.size >= MAX_CACHED && oldest.value !== undefined) cache.delete(oldest.value);
    // The event is lost; the next one looks up again.
    const other = find(id).catch(() => {
      cache.delete(id);
      return null;
    });
    const entry = { other, expiresAt: now + CACHE_TTL_MS, notifiedAt: Number.NEGATIVE_INFINITY };
    cache.delete(id);
    cache.set(id, entry);
    return entry;
  };

  return (id: string, now: number): CacheEntry | undefined => {
    const entry = cache.get(id);
    return entry !== undefined && now < entry.expiresAt ? entry : lookUp(id, now);
  };
}

/** Forwards `typing` events to the other participant; ignores invalid, unauthorized and too frequent ones. */
export function handleTyping(
  socket: Socket<ClientEvents>,
  userId: string,
  find: FindOtherParticipant,
  notify: (otherId: string, typing: { conversationId: string; userId: string }) => void,
): void {
  const getEntry = cacheLookups((id) => find(id, userId));
  socket.on('typing', async (id: unknown) => {
    if (!isId(id)) return;
    const [conversationId, now] = [id.toLowerCase(), Date.now()];
    const entry = getEntry(conversationId, now);
    if (entry === undefined || now - entry.notifiedAt < MIN_INTERVAL_MS) return;
    entry.notifiedAt = now;
    const other = await entry.other;
    if (other !== null) notify(other, { conversationId, userId });
  });
}
