import { clearSession, expectSessionEnd, getSession } from '@solvent/store';
import { http } from './client.ts';

/**
 * Ends the session in every tab, then on the server; ignores a failure there.
 * @param leave navigates to a public page first, as pages that need a session redirect to /signin
 */
export async function signOut(leave: () => void): Promise<void> {
  const token = getSession().userData?.token;
  expectSessionEnd();
  leave();
  clearSession();
  await http.post('/auth/logout', {}, { headers: { Authorization: `Bearer ${token}` } }).catch(() => undefined);
}
