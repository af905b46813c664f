import { clearSession, expectSessionEnd, getSession } from '@solvent/store';
import { http } from './client.ts';

/**
 * Ends the session: in every tab of this browser, then on the server. Without an answer it ends here all the same.
 *
 * @param leave sets out for a page that needs no session. It comes first: who stays on a page that needs one is
 *   sent to /signin
 */
export async function signOut(leave: () => void): Promise<void> {
  const token = getSession().userData?.token;
  expectSessionEnd();
  leave();
  clearSession();
  await http.post('/auth/logout', {}, { headers: { Authorization: `Bearer ${token}` } }).catch(() => undefined);
}
