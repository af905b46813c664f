import { signOut } from '@solvent/http';
import { UnreadBadge } from '@solvent/kit';
import { useNavigate } from '@solvent/router';
import { useUnreadConversations } from '@solvent/store';
import { Button, LinkButton } from '@solvent/ui';
import type { ButtonProps } from '@solvent/ui';
import { useRemotes } from '../remotes/remotes-context.ts';
import { useFrameDialogs } from './frame-dialogs-context.ts';

/** An entry of the top bar and of the mobile menu. */
interface NavigationLink {
  to: string;
  label: string;
  /** Shown only when signed in (product 6.2). */
  session: boolean;
  /** What the entry's badge counts, where it has one. */
  counts?: 'conversations';
}

/** The product's places, in the order shown (product 2.4). The Toolbox entry stands between: it opens a dialog. */
export const navigationLinks: NavigationLink[] = [
  { to: '/problems', label: 'Browse Problems', session: false },
  { to: '/conversations', label: 'Conversations', session: true, counts: 'conversations' },
  { to: '/my-bids', label: 'My Bids', session: true },
];

type Where = 'bar' | 'menu';

const idOf = (where: Where) => `unread-conversations-${where}`;

/** For the link of an entry: its count describes it, the name stays. */
export const describedByCount = ({ counts }: NavigationLink, where: Where) =>
  counts === 'conversations' ? { 'aria-describedby': idOf(where) } : {};

/** What stands behind the label of an entry that counts. */
export function EntryCount({ link, where }: { link: NavigationLink; where: Where }) {
  const count = useUnreadConversations();
  if (link.counts !== 'conversations') return null;
  return (
    <>
      <UnreadBadge count={count} ms="1.5" minW="18px" h="18px" fontSize="11px" lineHeight="18px" fontWeight="600" />
      <span id={idOf(where)} hidden>
        {count > 0 ? `${count} unread` : 'None unread'}
      </span>
    </>
  );
}

/** "Toolbox": opens the Coming Soon dialog (product 1.5), or leads to the catalogue once the channel has opened it. */
export function ToolboxEntry(props: ButtonProps) {
  const { channel } = useRemotes();
  const { open } = useFrameDialogs();
  const look: ButtonProps = {
    variant: 'ghost',
    colorPalette: 'gray',
    px: '2.5',
    color: 'fg.muted',
    _hover: { color: 'fg', bg: 'bg.muted' },
    ...props,
  };
  if (channel.toolboxOpen) {
    return (
      <LinkButton to="/toolbox" {...look}>
        Toolbox
      </LinkButton>
    );
  }
  return (
    <Button {...look} aria-haspopup="dialog" onClick={() => open('toolbox')}>
      Toolbox
    </Button>
  );
}

/** Signs out, and goes home. At once: RequireSession must know of the navigation when the session ends. */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate();
  return () => signOut(() => void navigate('/home', { flushSync: true }));
}
