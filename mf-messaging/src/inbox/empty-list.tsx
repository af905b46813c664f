import type { ConversationFilter } from '@solvent/contracts';
import { Button, EmptyState, LinkButton } from '@solvent/ui';
import { Archive, MailCheck, MessagesSquare } from 'lucide-react';

const STATES = {
  selection: { icon: MessagesSquare, title: 'Choose a conversation', text: 'Pick one from the list to read and reply.' },
  inbox: {
    icon: MessagesSquare,
    title: 'No conversations yet',
    text: 'Bid on a problem, or choose Message on a solver’s profile.',
  },
  all: { icon: MessagesSquare, title: 'No conversations here', text: 'All your conversations are archived.' },
  unread: { icon: MailCheck, title: 'No unread conversations', text: 'Muted and archived ones aren’t counted.' },
  archived: {
    icon: Archive,
    title: 'No archived conversations',
    text: 'Choose Archive in a conversation’s menu. It returns with its next message.',
  },
};

interface EmptyListProps {
  /** A filter, all of the inbox, or the selection. */
  list: keyof typeof STATES;
  onFilter?: (filter: ConversationFilter | undefined) => void;
}

export function Component({ list, onFilter }: EmptyListProps) {
  if (list === 'selection') return <EmptyState as="h2" {...STATES[list]} />;
  const action = onFilter ? (
    <Button variant="outline" colorPalette="gray" onClick={() => onFilter(list === 'all' ? 'archived' : undefined)}>
      {list === 'all' ? 'Show archived' : 'Show all conversations'}
    </Button>
  ) : (
    <LinkButton to="/problems">Browse Problems</LinkButton>
  );
  return <EmptyState {...STATES[list]} action={action} />;
}
