import { useNavigate } from '@solvent/router';
import { useSession } from '@solvent/store';
import { Box, IconButton, toast } from '@solvent/ui';
import { Bell, BellOff } from 'lucide-react';
import { RemoteSlot } from '../remotes/remote-slot.tsx';

/** What whoever is signed out gets for a tap on the bell or on Alerts: why, and the way to sign in (product 2.6). */
export function useNotificationsRefusal(): () => void {
  const navigate = useNavigate();
  return () => {
    toast.error('Please log in to view notifications');
    void navigate('/signin', { state: { from: '/notifications' } });
  };
}

/** Without a session there is nothing to load for it: it looks as the slot's own. */
function SignedOutBell() {
  const refuse = useNotificationsRefusal();
  return (
    <IconButton variant="ghost" colorPalette="gray" color="fg.muted" aria-label="Notifications" onClick={refuse}>
      <Bell size={20} />
    </IconButton>
  );
}

/** The bell, from whichever remote offers it. When it fails the rest of the bar stays, and a click tries again. */
export function BellSlot() {
  const isLogin = useSession((state) => state.isLogin);
  if (!isLogin) return <SignedOutBell />;
  return (
    <Box minW="36px" minH="36px">
      <RemoteSlot
        name="notification-bell"
        props={{}}
        renderFailure={(retry) => (
          <IconButton
            variant="ghost"
            colorPalette="gray"
            aria-label="Notifications could not be loaded. Try again"
            title="Notifications could not be loaded. Try again"
            onClick={retry}
          >
            <BellOff size={18} />
          </IconButton>
        )}
      />
    </Box>
  );
}
