import { signOut } from '@solvent/http';
import { useNavigate } from '@solvent/router';

/** Signs out, and goes home. At once: RequireSession must know of the navigation when the session ends. */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate();
  return () => signOut(() => void navigate('/home', { flushSync: true }));
}
