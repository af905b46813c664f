import { useSession } from '@solvent/store';
import { Box, IconButton } from '@solvent/ui';
import { BellOff } from 'lucide-react';
import { useMenu } from '../remotes/pages.ts';
import type { MenuItem } from '../remotes/pages.ts';
import { RemoteSlot } from '../remotes/remote-slot.tsx';
import { MenuIcon, useGoToPage } from './navigation.tsx';

/** Without a session there is nothing to load for it: it looks as the slot's own. */
function SignedOutBell({ item }: { item: MenuItem }) {
  const goTo = useGoToPage();
  return (
    <IconButton
      variant="ghost"
      colorPalette="gray"
      color="fg.muted"
      data-for="visitors"
      aria-label={item.label}
      onClick={() => goTo(item.page)}
    >
      <MenuIcon item={item} size={20} />
    </IconButton>
  );
}

/** The bell, from whichever remote offers it. When it fails the rest of the bar stays, and a click tries again. */
export function BellSlot() {
  const isLogin = useSession((state) => state.isLogin);
  const [item] = useMenu('bell');
  if (!item) return null;
  if (!isLogin) return <SignedOutBell item={item} />;
  return (
    <Box minW="36px" minH="36px">
      <RemoteSlot
        name="notification-bell"
        props={{}}
        renderFailure={(retry, reference) => {
          const referenceText = reference ? `. Reference ${reference}` : '';
          const failure = `${item.label} could not be loaded. Try again${referenceText}`;
          return (
            <IconButton variant="ghost" colorPalette="gray" aria-label={failure} title={failure} onClick={retry}>
              <BellOff size={18} />
            </IconButton>
          );
        }}
      />
    </Box>
  );
}
