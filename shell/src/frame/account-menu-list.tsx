import { Link } from '@solvent/router';
import { toggleTheme, useTheme } from '@solvent/store';
import { IconButton } from '@solvent/ui';
import { Menu, Portal } from '@solvent/ui/overlays';
import { ChevronDown, LogOut, Moon, Sun } from 'lucide-react';
import { useMenu } from '../remotes/pages.ts';
import { MenuIcon, useSignOut } from './navigation.tsx';

/** Renders open, since its code loads on the first click. */
export function Component() {
  const signOut = useSignOut();
  const isDark = useTheme() === 'dark';
  // The first entry is the link with the user's name.
  const [, ...items] = useMenu('account');
  return (
    // Fixed like the bar: scrolling must not move the menu.
    <Menu.Root defaultOpen positioning={{ placement: 'bottom-end', strategy: 'fixed' }}>
      <Menu.Trigger asChild>
        <IconButton variant="ghost" colorPalette="gray" hideBelow="md" aria-label="Account">
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
            <Menu.Item value="theme" onClick={toggleTheme}>
              {isDark ? <Sun size={16} /> : <Moon size={16} />} {isDark ? 'Light theme' : 'Dark theme'}
            </Menu.Item>
            {/* Not onSelect: it misses a click before the menu has a highlighted item. */}
            <Menu.Item value="sign-out" onClick={() => void signOut()}>
              <LogOut size={16} /> Sign out
            </Menu.Item>
          </Menu.Content>
        </Menu.Positioner>
      </Portal>
    </Menu.Root>
  );
}
