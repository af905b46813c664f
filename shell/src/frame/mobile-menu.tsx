import { useLocation } from '@solvent/router';
import { toggleTheme, useSession, useTheme } from '@solvent/store';
import { Button, LinkButton, Separator, Stack } from '@solvent/ui';
import type { ButtonProps } from '@solvent/ui';
import { Sheet } from '@solvent/ui/overlays';
import { LogOut, Moon, Search, Sun } from 'lucide-react';
import { useCallback, useEffect, useRef } from 'react';
import { useMenu } from '../remotes/pages.ts';
import { SIGN_IN_PATH } from '../routing/shell-paths.ts';
import { useFrameDialogs } from './frame-dialogs-context.ts';
import { MenuIcon, NavigationEntry, useGoToPage, useSignOut } from './navigation.tsx';

const rowStyle: ButtonProps = {
  variant: 'ghost',
  colorPalette: 'gray',
  h: '44px',
  justifyContent: 'flex-start',
  px: '3',
  color: 'fg',
  fontSize: '16px',
};

function useCloseOnNavigation(close: () => void) {
  const { key } = useLocation();
  const openedAt = useRef(key);
  useEffect(() => {
    if (key !== openedAt.current) close();
  }, [key, close]);
}

/** The mobile menu (product 2.5). */
export function Component() {
  const isLogin = useSession((state) => state.isLogin);
  const isDark = useTheme() === 'dark';
  const { close: closeDialog, open } = useFrameDialogs();
  const close = useCallback(() => closeDialog('menu'), [closeDialog]);
  const signOut = useSignOut();
  const goTo = useGoToPage();
  const items = useMenu('sheet');
  // The others have a bottom tab or an entry above.
  const account = useMenu('account').filter(({ page }) => !page.menu?.tabs && !page.menu?.sheet);
  const actions = useMenu('action');
  useCloseOnNavigation(close);
  const closeAndRun = (action: () => void) => () => {
    close();
    action();
  };
  return (
    <Sheet open onClose={close} title="Menu" side="end">
      <Stack gap="1" as="nav" aria-label="Menu">
        {items.map((item) => (
          <NavigationEntry key={item.page.path} item={item} placement="sheet" {...rowStyle} onClick={close} />
        ))}
        <Separator my="2" />
        <Button {...rowStyle} aria-haspopup="dialog" onClick={() => open('palette')}>
          <Search size={18} aria-hidden /> Search
        </Button>
        <Button {...rowStyle} onClick={toggleTheme}>
          {isDark ? <Sun size={18} aria-hidden /> : <Moon size={18} aria-hidden />}
          {isDark ? 'Light theme' : 'Dark theme'}
        </Button>
        {isLogin ? (
          <>
            {account.map((item) => (
              <LinkButton key={item.page.path} to={item.page.path} {...rowStyle} onClick={close}>
                <MenuIcon item={item} size={18} /> {item.label}
              </LinkButton>
            ))}
            <Button {...rowStyle} onClick={closeAndRun(() => void signOut())}>
              <LogOut size={18} aria-hidden /> Sign out
            </Button>
          </>
        ) : (
          <LinkButton to={SIGN_IN_PATH} {...rowStyle} onClick={close}>
            Sign In
          </LinkButton>
        )}
        {actions.map((item) => (
          <Button key={item.page.path} mt="3" h="44px" onClick={closeAndRun(() => goTo(item.page))}>
            <MenuIcon item={item} size={18} /> {item.label}
          </Button>
        ))}
      </Stack>
    </Sheet>
  );
}
