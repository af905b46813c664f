import type { IconNode, SHELL_ICONS } from '@solvent/federation/manifest';
import { signOut } from '@solvent/http';
import { UnreadBadge } from '@solvent/kit';
import { NavLink, useLocation, useNavigate } from '@solvent/router';
import { getSession, onDialogRequest, onPageRequest, useUnreadConversations, useUnreadCount } from '@solvent/store';
import { Button, chakra, LinkButton, toast } from '@solvent/ui';
import type { ButtonProps } from '@solvent/ui';
import { Bell, Bookmark, CircleUser, House, Icon, ListChecks, Plus, SquarePlus, User } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { useMenuDialog } from '../remotes/pages.ts';
import type { MenuItem, Page } from '../remotes/pages.ts';
import { useRemotes } from '../remotes/remotes-context.ts';
import { HOME_PATH, SIGN_IN_PATH } from '../routing/shell-paths.ts';
import { useFrameDialogs } from './frame-dialogs-context.ts';

const ICONS: Record<(typeof SHELL_ICONS)[number], LucideIcon> = {
  bell: Bell,
  bookmark: Bookmark,
  'circle-user': CircleUser,
  house: House,
  'list-checks': ListChecks,
  plus: Plus,
  'square-plus': SquarePlus,
  user: User,
};

const isShellIcon = (icon: string): icon is keyof typeof ICONS => Object.hasOwn(ICONS, icon);

/** Safe to render: the schema of `remote.json` allows only a few SVG elements. */
const addKeys = (nodes: readonly IconNode[]) =>
  nodes.map(([element, attributes], key): IconNode => [element, { ...attributes, key: String(key) }]);

export function MenuIcon({ item: { icon, page }, size }: { item: MenuItem; size: number }) {
  if (icon === undefined) return null;
  if (isShellIcon(icon)) {
    const ShellIcon = ICONS[icon];
    return <ShellIcon size={size} aria-hidden />;
  }
  const nodes = page.icons && Object.hasOwn(page.icons, icon) ? page.icons[icon] : undefined;
  return nodes ? <Icon iconNode={addKeys(nodes)} size={size} aria-hidden /> : null;
}

export function useBadge({ badge }: MenuItem): number | undefined {
  const counts = { conversations: useUnreadConversations(), notifications: useUnreadCount() };
  return badge && counts[badge];
}

/** For what is among the tabs, too: on phones only pages without tabs show it in the top bar. */
export const HIDDEN_BESIDE_TABS = {
  '@media (max-width: 767.98px)': {
    'body:has(nav[data-part=tabs]):not(:has([data-fill-screen=to-the-end])) &': { display: 'none' },
  },
} as const;

const BarLink = chakra(NavLink, {
  base: {
    px: { base: '2', lg: '2.5' },
    h: '36px',
    display: 'inline-flex',
    alignItems: 'center',
    rounded: 'l2',
    color: 'fg.muted',
    fontWeight: '500',
    whiteSpace: 'nowrap',
    _hover: { color: 'fg', bg: 'bg.muted' },
    '&[aria-current=page]': { color: 'fg' },
    focusVisibleRing: 'outside',
  },
});

const barButtonStyle: ButtonProps = {
  variant: 'ghost',
  colorPalette: 'gray',
  px: '2.5',
  color: 'fg.muted',
  _hover: { color: 'fg', bg: 'bg.muted' },
  _currentPage: { color: 'fg' },
};

interface NavigationEntryProps extends ButtonProps {
  item: MenuItem;
  placement: 'bar' | 'sheet';
}

/** An entry of the top bar or the mobile menu: a link, or a button if a dialog replaces the page. */
export function NavigationEntry({ item, placement, ...styleProps }: NavigationEntryProps) {
  const { open } = useFrameDialogs();
  const { page, label } = item;
  const slot = useMenuDialog()(page);
  const count = useBadge(item);
  const isInside = `${useLocation().pathname}/`.startsWith(`${page.path}/`);
  if (slot)
    return (
      <Button
        {...barButtonStyle}
        {...styleProps}
        aria-current={isInside ? 'page' : undefined}
        aria-haspopup="dialog"
        onClick={() => open({ slot, label })}
      >
        {label}
      </Button>
    );
  const content = (
    <>
      {label}
      {count === undefined ? null : (
        <UnreadBadge count={count} ms="1.5" minW="18px" h="18px" fontSize="11px" lineHeight="18px" fontWeight="600" />
      )}
    </>
  );
  const description = count === undefined ? undefined : `${count || 'None'} unread`;
  if (placement === 'bar')
    return (
      <BarLink to={page.path} aria-description={description}>
        {content}
      </BarLink>
    );
  return (
    <LinkButton to={page.path} {...styleProps} aria-description={description}>
      {content}
    </LinkButton>
  );
}

/** Navigates to a page, or to /signin or the role dialog if `remote.json` requires it (product 2.6, 2.7). */
export function useGoToPage(): (page: Page) => void {
  const navigate = useNavigate();
  const { open } = useFrameDialogs();
  return ({ path, session, visitorMessage, purpose, role }) => {
    const user = getSession().userData;
    if (session && !user) {
      if (visitorMessage) toast.error(visitorMessage);
      void navigate(SIGN_IN_PATH, { state: { from: path, purpose } });
    } else if (role && user?.role !== role.is) {
      open({ slot: role.dialog, label: 'dialog', onDone: () => void navigate(path) });
    } else void navigate(path);
  };
}

export function PageRequests() {
  const { pages } = useRemotes();
  const { open } = useFrameDialogs();
  const goTo = useGoToPage();
  const openRequestedPage = useEffectEvent((path: string) => {
    const page = pages.find((one) => one.path === path);
    if (page) goTo(page);
  });
  useEffect(() => onPageRequest((path) => openRequestedPage(path)), []);
  useEffect(() => onDialogRequest((slot) => open({ slot, label: 'dialog' })), [open]);
  return null;
}

/** Signs out and navigates home. `flushSync`: RequireSession must see the navigation before the session ends. */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate();
  return () => signOut(() => void navigate(HOME_PATH, { flushSync: true }));
}
