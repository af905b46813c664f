import { useLocation, useNavigate, useNavigation } from '@solvent/router';

/** Goes to the same address again: its code and routes are asked for anew. */
export function useRetry(): { busy: boolean; retry: () => void } {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  const busy = useNavigation().state !== 'idle';
  return { busy, retry: () => void navigate({ pathname, search, hash }, { replace: true, state }) };
}
