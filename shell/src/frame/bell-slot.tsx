import { useSession } from '@solvent/store';
import { Box, IconButton } from '@solvent/ui';
import { BellOff } from 'lucide-react';
import { useMenu } from '../remotes/pages.ts';
import type { MenuItem } from '../remotes/pages.ts';
import { RemoteSlot } from '../remotes/remote-slot.tsx';
import { MenuIcon, useGoToPage } from './navigation.tsx';

/** Looks like the bell of the remote, whose code visitors do not need. */
function BellLink({ item }: { item: MenuItem }) {
  const goTo = useGoToPage();
  return (
    <IconButton variant="ghost" colorPalette="gray" color="fg.muted" aria-label={item.label} onClick={() => goTo(item.page)}>
      <MenuIcon item={item} size={20} />
    </IconButton>
  );
}

export function BellSlot() {
  const isLogin = useSession((state) => state.isLogin);
  const [item] = useMenu('bell');
  if (!item) return null;
  if (!isLogin) return <BellLink item={item} />;
  return (
    <Box minW="36px" minH="36px">
      <RemoteSlot
        name="notification-bell"
        props={{}}
        loading={
          <Box inert>
            <BellLink item={item} />
          </Box>
        }
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
