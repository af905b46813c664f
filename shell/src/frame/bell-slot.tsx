import { Box, IconButton } from '@solvent/ui';
import { BellOff } from 'lucide-react';
import { RemoteSlot } from '../remotes/remote-slot.tsx';

/** The bell, from whichever remote offers it. When it fails the rest of the bar stays, and a click tries again. */
export function BellSlot() {
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
