import { Link } from '@solvent/router';
import { IconButton } from '@solvent/ui';
import { Menu, Portal } from '@solvent/ui/overlays';
import { ChevronDown, LogOut } from 'lucide-react';
import { useMenu } from '../remotes/pages.ts';
import { MenuIcon, useSignOut } from './navigation.tsx';

/** The menu itself: its code comes with the first click, so it starts open. */
export function Component() {
  const signOut = useSignOut();
  const items = useMenu('account');
  return (
    // Fixed, as the bar is: a page that scrolls would carry it away under the pointer.
    <Menu.Root defaultOpen positioning={{ placement: 'bottom-end', strategy: 'fixed' }}>
      <Menu.Trigger asChild>
        <IconButton variant="ghost" colorPalette="gray" hideBelow="md" minW="28px" w="28px" aria-label="Account">
          <ChevronDown size={16} />
        </IconButton>
      </Menu.Trigger>
      <Portal>
        <Menu.Positioner>
          <Menu.Content minW="180px" bg="bg.raised">
            {items.map((item) => (
              <Menu.Item key={item.page.path} value={item.page.path} asChild>
                <Link to={item.page.path}>
                  <MenuIcon item={item} size={16} /> {item.label}
                </Link>
              </Menu.Item>
            ))}
            {/* Not onSelect: a click in the moment of opening comes before the menu knows which item is pointed at. */}
            <Menu.Item value="sign-out" onClick={() => void signOut()}>
              <LogOut size={16} /> Sign out
            </Menu.Item>
          </Menu.Content>
        </Menu.Positioner>
      </Portal>
    </Menu.Root>
  );
}
