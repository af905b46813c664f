import type { DeleteAccountBody } from '@solvent/contracts';
import { http } from '@solvent/http';
import { useNavigate } from '@solvent/router';
import { clearSession, expectSessionEnd } from '@solvent/store';
import { toast } from '@solvent/ui';
import { useState } from 'react';

export interface Deletion {
  isDeleting: boolean;
  /** Also ends the session and navigates to /home. Rejects with an ApiError when the account is unchanged. */
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
    // `flushSync`: the route must change before the session ends, or RequireSession redirects to /signin.
    void navigate('/home', { flushSync: true });
    clearSession();
    toast.success('Your account was deleted');
  }
  return { isDeleting, deleteAccount };
}
