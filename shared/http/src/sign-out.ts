import { clearSession, expectSessionEnd, getSession } from '@solvent/store';
import { http } from './client.ts';

/** Ends the session here and on the server. @param leave navigates first, as private pages redirect to /signin */
export async function signOut(leave: () => void): Promise<void> {
  const token = getSession().userData?.token;
  expectSessionEnd();
  leave();
  clearSession();
  await http.post('/auth/logout', {}, { headers: { Authorization: `Bearer ${token}` } }).catch(() => undefined);
}
