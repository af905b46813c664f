import type { DeleteAccountBody } from '@solvent/contracts';
import { http } from '@solvent/http';
import { useNavigate } from '@solvent/router';
import { clearSession, expectSessionEnd } from '@solvent/store';
import { toast } from '@solvent/ui';
import { useState } from 'react';

export interface Deletion {
  isDeleting: boolean;
  /** Deletes the account, ends the session and goes home. Rejects with an ApiError when the account stands as before. */
  deleteAccount: (credential: DeleteAccountBody) => Promise<void>;
}

export function useDeleteAccount(): Deletion {
  const navigate = useNavigate();
  const [isDeleting, setDeleting] = useState(false);
  async function deleteAccount(credential: DeleteAccountBody) {
    const cancelExpected = expectSessionEnd();
    setDeleting(true);
    try {
      await http.post('/auth/delete-account', credential);
    } catch (error) {
      cancelExpected();
      setDeleting(false);
      throw error;
    }
    // At once: the shell must know of the navigation when the session ends.
    void navigate('/home', { flushSync: true });
    clearSession();
    toast.success('Your account was deleted');
  }
  return { isDeleting, deleteAccount };
}
