import { http } from '@solvent/http';
import { useNavigate } from '@solvent/router';
import { clearSession, getSession } from '@solvent/store';

/** Ends the session: on the server, then in every tab of this browser. Without an answer it ends here all the same. */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate();
  return async () => {
    const token = getSession().userData?.token;
    void navigate('/home');
    clearSession();
    await http.post('/auth/logout', {}, { headers: { Authorization: `Bearer ${token}` } }).catch(() => undefined);
  };
}
