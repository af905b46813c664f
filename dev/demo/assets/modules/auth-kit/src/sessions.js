import { createHash, randomBytes } from 'node:crypto';

const digest = (token) => createHash('sha256').update(token).digest('hex');

/**
 * Sessions that people can see and end. The store (a Map, or anything with get, set, delete and values) holds digests, so
 * that whoever reads it cannot sign in.
 */
export function createSessionStore({ days = 30, store = new Map() } = {}) {
  const own = (userId) => [...store.values()].filter((session) => session.userId === userId);
  return {
    /** Signs somebody in; the token is for their cookie and is told once. */
    start(userId, device, now = Date.now()) {
      const token = randomBytes(32).toString('base64url');
      const id = digest(token);
      store.set(id, { id, userId, device, startedAt: now, until: now + days * 86_400_000 });
      return token;
    },

    /** Who this token belongs to; undefined once it is over. */
    find(token, now = Date.now()) {
      const session = store.get(digest(token));
      return session === undefined || session.until < now ? undefined : session;
    },

    /** All of a person's sessions, the latest first. */
    list: (userId) => own(userId).toSorted((one, other) => other.startedAt - one.startedAt),

    /** Ends one of a person's own sessions; false if it is not theirs. */
    end(userId, id) {
      return store.get(id)?.userId === userId && store.delete(id);
    },

    /** Ends all of them but one: after a new password. */
    endOthers(userId, token) {
      const kept = token === undefined ? undefined : digest(token);
      for (const { id } of own(userId)) if (id !== kept) store.delete(id);
    },
  };
}
