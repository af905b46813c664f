import { STORAGE_KEYS } from '@solvent/contracts';
import type { User } from '@solvent/contracts';
import { http } from '@solvent/http';
import { getSession, saveUser, writeKey } from '@solvent/store';

/**
 * Signs in. What a sign-up or a link kept in this browser is over now, or was somebody else's; a session of another
 * account here ends on the server too.
 *
 * @param user as the API answered it, with its token
 */
export function startSession(user: User): void {
  const before = getSession().userData;
  saveUser(user);
  writeKey(STORAGE_KEYS.pendingToken, null);
  writeKey(STORAGE_KEYS.emailForSignIn, null);
  if (!before || before._id === user._id) return;
  http.post('/auth/logout', {}, { headers: { Authorization: `Bearer ${before.token}` } }).catch(() => undefined);
}
