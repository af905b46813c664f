import { signOut } from '@solvent/http';
import { useNavigate } from '@solvent/router';

/** Signs out, and goes home. */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate();
  return () => signOut(() => navigate('/home', { flushSync: true }));
}
