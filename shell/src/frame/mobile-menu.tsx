import { useLocation } from '@solvent/router';
import { requestPostProblem, toggleTheme, useSession, useTheme } from '@solvent/store';
import { Button, LinkButton, Separator, Stack } from '@solvent/ui';
import type { ButtonProps } from '@solvent/ui';
import { Sheet } from '@solvent/ui/overlays';
import { Bookmark, LogOut, Moon, Plus, Search, Sun } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useFrameDialogs } from './frame-dialogs-context.ts';
import { navigationLinks, ToolboxEntry, describedByCount, EntryCount, useSignOut } from './navigation.tsx';

const row: ButtonProps = {
  variant: 'ghost',
  colorPalette: 'gray',
  h: '44px',
  justifyContent: 'flex-start',
  px: '3',
  color: 'fg',
  fontSize: '16px',
};

/** Closes the menu once the person is somewhere else. */
function useCloseOnNavigation(close: () => void) {
  const { key } = useLocation();
  const openedAt = useRef(key);
  useEffect(() => {
    if (key !== openedAt.current) close();
  }, [key, close]);
}

/** The menu on phones (product 2.5). */
export function Component() {
  const isLogin = useSession((state) => state.isLogin);
  const isDark = useTheme() === 'dark';
  const { close, open } = useFrameDialogs();
  const signOut = useSignOut();
  useCloseOnNavigation(close);
  const leave = (then: () => void) => () => {
    close();
    then();
  };
  return (
    <Sheet open onClose={close} title="Menu" side="end">
      <Stack gap="1" as="nav" aria-label="Menu">
        {navigationLinks
          .filter((link) => isLogin || !link.session)
          .map((link) => (
            <LinkButton key={link.to} to={link.to} {...row} onClick={close} {...describedByCount(link, 'menu')}>
              {link.label}
              <EntryCount link={link} where="menu" />
            </LinkButton>
          ))}
        <ToolboxEntry {...row} />
        <Separator my="2" />
        <Button {...row} aria-haspopup="dialog" onClick={() => open('palette')}>
          <Search size={18} aria-hidden /> Search
        </Button>
        <Button {...row} onClick={toggleTheme}>
          {isDark ? <Sun size={18} aria-hidden /> : <Moon size={18} aria-hidden />}
          {isDark ? 'Light theme' : 'Dark theme'}
        </Button>
        {isLogin ? (
          <>
            <LinkButton to="/saved-problems" {...row} onClick={close}>
              <Bookmark size={18} aria-hidden /> Saved problems
            </LinkButton>
            <Button {...row} onClick={leave(() => void signOut())}>
              <LogOut size={18} aria-hidden /> Sign out
            </Button>
          </>
        ) : (
          <LinkButton to="/signin" {...row} onClick={close}>
            Sign In
          </LinkButton>
        )}
        <Button mt="3" h="44px" onClick={leave(requestPostProblem)}>
          <Plus size={18} aria-hidden /> Post Problem
        </Button>
      </Stack>
    </Sheet>
  );
}
