import type { DeleteAccountBody } from '@solvent/contracts';
import { http } from '@solvent/http';
import { useNavigate } from '@solvent/router';
import { clearSession, expectSessionEnd } from '@solvent/store';
import { toast } from '@solvent/ui';

/**
 * Deletes the account, ends the session and goes home.
 *
 * @returns a function that rejects with an ApiError when the account stands as before
 */
export function useDeleteAccount(): (proof: DeleteAccountBody) => Promise<void> {
  const navigate = useNavigate();
  return async (proof) => {
    const takeBack = expectSessionEnd();
    try {
      await http.post('/auth/delete-account', proof);
    } catch (error) {
      takeBack();
      throw error;
    }
    // At once: the shell must know of the navigation when the session ends.
    void navigate('/home', { flushSync: true });
    clearSession();
    toast.success('Your account was deleted');
  };
}
