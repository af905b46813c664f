import type { IconNode, SHELL_ICONS } from '@solvent/federation/manifest';
import { signOut } from '@solvent/http';
import { UnreadBadge } from '@solvent/kit';
import { NavLink, useNavigate } from '@solvent/router';
import { getSession, onDialogRequest, onPageRequest, useUnreadConversations, useUnreadCount } from '@solvent/store';
import { Button, chakra, LinkButton, toast } from '@solvent/ui';
import type { ButtonProps } from '@solvent/ui';
import { Bell, Bookmark, CircleUser, House, Icon, ListChecks, Plus, SquarePlus, User } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { useDialogInPlace } from '../remotes/pages.ts';
import type { MenuItem, Page } from '../remotes/pages.ts';
import { useRemotes } from '../remotes/remotes-context.ts';
import { HOME, SIGN_IN } from '../routing/shell-addresses.ts';
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

const isOwn = (icon: string): icon is keyof typeof ICONS => Object.hasOwn(ICONS, icon);

/** The schema of the description allows only a few SVG elements. */
const withKeys = (nodes: readonly IconNode[]) =>
  nodes.map(([element, attributes], key): IconNode => [element, { ...attributes, key: String(key) }]);

/** The icon of an entry in `remote.json`: one of the shell's, else rendered from the nodes in the description. */
export function MenuIcon({ item: { icon, page }, size }: { item: MenuItem; size: number }) {
  if (icon === undefined) return null;
  if (isOwn(icon)) {
    const Own = ICONS[icon];
    return <Own size={size} aria-hidden />;
  }
  const nodes = page.icons && Object.hasOwn(page.icons, icon) ? page.icons[icon] : undefined;
  return nodes ? <Icon iconNode={withKeys(nodes)} size={size} aria-hidden /> : null;
}

/** How many unread an entry counts. */
export function useBadge({ badge }: MenuItem): number | undefined {
  const counts = { conversations: useUnreadConversations(), notifications: useUnreadCount() };
  return badge && counts[badge];
}

type Where = 'bar' | 'sheet';

const idOf = (badge: string, where: Where) => `unread-${badge}-${where}`;

/** For the link of an entry: its count describes it, the name stays. */
const describedByCount = ({ badge }: MenuItem, where: Where) => (badge ? { 'aria-describedby': idOf(badge, where) } : {});

/** What stands behind the label of an entry that counts. */
function EntryCount({ item, where }: { item: MenuItem; where: Where }) {
  const count = useBadge(item);
  if (item.badge === undefined || count === undefined) return null;
  return (
    <>
      <UnreadBadge count={count} ms="1.5" minW="18px" h="18px" fontSize="11px" lineHeight="18px" fontWeight="600" />
      <span id={idOf(item.badge, where)} hidden>
        {count > 0 ? `${count} unread` : 'None unread'}
      </span>
    </>
  );
}

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

const BUTTON_IN_BAR: ButtonProps = {
  variant: 'ghost',
  colorPalette: 'gray',
  px: '2.5',
  color: 'fg.muted',
  _hover: { color: 'fg', bg: 'bg.muted' },
};

interface NavigationEntryProps extends ButtonProps {
  item: MenuItem;
  where: Where;
}

/** An entry of the top bar or of the sheet on phones: a link, or what opens the dialog in place of its page. */
export function NavigationEntry({ item, where, ...look }: NavigationEntryProps) {
  const { open } = useFrameDialogs();
  const { page, label } = item;
  const slot = useDialogInPlace()(page);
  if (slot)
    return (
      <Button {...BUTTON_IN_BAR} {...look} aria-haspopup="dialog" onClick={() => open({ slot, called: label })}>
        {label}
      </Button>
    );
  const content = (
    <>
      {label}
      <EntryCount item={item} where={where} />
    </>
  );
  if (where === 'bar')
    return (
      <BarLink to={page.path} {...describedByCount(item, where)}>
        {content}
      </BarLink>
    );
  return (
    <LinkButton to={page.path} {...look} {...describedByCount(item, where)}>
      {content}
    </LinkButton>
  );
}

/** Takes a person to a page by the rules of its `remote.json` (product 2.6 and 2.7): signed in, and in the role that it asks for. */
export function useGoToPage(): (page: Page) => void {
  const navigate = useNavigate();
  const { open } = useFrameDialogs();
  return ({ path, session, visitorMessage, role }) => {
    const user = getSession().userData;
    if (session && !user) {
      if (visitorMessage) toast.error(visitorMessage);
      void navigate(SIGN_IN, { state: { from: path } });
    } else if (role && user?.role !== role.is) {
      open({ slot: role.dialog, called: 'dialog', onDone: () => void navigate(path) });
    } else void navigate(path);
  };
}

/** Answers what remotes ask for by `requestPage` and `requestDialog`. */
export function PageRequests() {
  const { pages } = useRemotes();
  const { open } = useFrameDialogs();
  const goTo = useGoToPage();
  const answer = useEffectEvent((path: string) => {
    const page = pages.find((one) => one.path === path);
    if (page) goTo(page);
  });
  useEffect(() => onPageRequest((path) => answer(path)), []);
  useEffect(() => onDialogRequest((slot) => open({ slot, called: 'dialog' })), [open]);
  return null;
}

/** Signs out, and goes home. At once: RequireSession must know of the navigation when the session ends. */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate();
  return () => signOut(() => void navigate(HOME, { flushSync: true }));
}
