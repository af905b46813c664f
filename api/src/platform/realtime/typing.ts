import type { ClientEvents } from '@solvent/contracts';
import type { Socket } from 'socket.io';
import { isId } from '../is-id.ts';

/** A socket says at most this often (ms) that its person writes in a conversation; more is ignored. */
const AT_MOST_EVERY = 1000;

/** How long it is remembered who the other one is (ms): somebody who was blocked is heard no longer. For how many conversations of a socket. */
const REMEMBERED = 10_000;

const REMEMBERED_MAX = 50;

/** So often may a socket make the server look into the database, in each minute. */
const LOOKS_MAX = 20;

const MINUTE = 60_000;

/** The other one of a conversation; null for one that the person does not take part in, and where one of the two has blocked the other. */
export type FindOtherParticipant = (conversationId: string, userId: string) => Promise<string | null>;

interface Remembered {
  other: Promise<string | null>;
  until: number;
  saidAt: number;
}

/** What one socket has asked about, so that asking again costs nothing. */
function memoryOf(find: (conversationId: string) => Promise<string | null>) {
  const known = new Map<string, Remembered>();
  let looks: number[] = [];

  const look = (id: string, now: number): Remembered | undefined => {
    looks = looks.filter((at) => now - at < MINUTE);
    if (looks.length >= LOOKS_MAX) return undefined;
    looks.push(now);
    const oldest = known.keys().next();
    if (known.size >= REMEMBERED_MAX && oldest.value !== undefined) known.delete(oldest.value);
    // A sign that somebody writes may be lost; the next one looks again.
    const other = find(id).catch(() => {
      known.delete(id);
      return null;
    });
    const entry = { other, until: now + REMEMBERED, saidAt: Number.NEGATIVE_INFINITY };
    known.delete(id);
    known.set(id, entry);
    return entry;
  };

  return (id: string, now: number): Remembered | undefined => {
    const entry = known.get(id);
    return entry !== undefined && now < entry.until ? entry : look(id, now);
  };
}

/**
 * Lets a socket say in which conversation its person writes. The other one hears of it; what is malformed, foreign or too often
 * is ignored.
 * @param tell says it to the other one's pages
 */
export function letType(
  socket: Socket<ClientEvents>,
  userId: string,
  find: FindOtherParticipant,
  tell: (otherId: string, sign: { conversationId: string; userId: string }) => void,
): void {
  const remember = memoryOf((id) => find(id, userId));
  socket.on('typing', async (said: unknown) => {
    if (!isId(said)) return;
    const [conversationId, now] = [said.toLowerCase(), Date.now()];
    const entry = remember(conversationId, now);
    if (entry === undefined || now - entry.saidAt < AT_MOST_EVERY) return;
    entry.saidAt = now;
    const other = await entry.other;
    if (other !== null) tell(other, { conversationId, userId });
  });
}
