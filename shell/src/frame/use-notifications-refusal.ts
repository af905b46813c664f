import { useNavigate } from '@solvent/router';
import { toast } from '@solvent/ui';

/** What whoever is signed out gets for a tap on the bell or on Alerts: why, and the way to sign in (product 2.6). */
export function useNotificationsRefusal(): () => void {
  const navigate = useNavigate();
  return () => {
    toast.error('Please log in to view notifications');
    void navigate('/signin', { state: { from: '/notifications' } });
  };
}
