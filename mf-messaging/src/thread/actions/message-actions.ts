import { CHAT } from '@solvent/contracts';
import type { Message, ReactionEmoji } from '@solvent/contracts';
import { copyText } from '@solvent/kit';
import { Copy, Link2, Pencil, Reply } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { ThreadActions } from './thread-actions.ts';

/** Whether somebody has given a reaction. */
export const hasReacted = ({ reactions }: Message, emoji: ReactionEmoji, userId: string): boolean =>
  reactions.some((reaction) => reaction.emoji === emoji && reaction.userIds.includes(userId));

/** Where a message is, for everybody who may read it. */
const messageLink = ({ conversationId, seq }: Pick<Message, 'conversationId' | 'seq'>): string =>
  `${window.location.origin}/conversations?${new URLSearchParams({ conversation: conversationId, message: String(seq) })}`;

const canEdit = ({ sender, createdAt }: Message, { userId, canWrite }: ThreadActions): boolean =>
  canWrite && sender._id === userId && Date.now() - Date.parse(createdAt) < CHAT.editMinutes * 60_000;

interface MessageAction {
  label: string;
  icon: LucideIcon;
  run: () => void;
}

const BY_HAND = 'The browser did not allow copying. Select the text and copy it by hand.';

/** What can be done with a message at this moment, besides reacting. */
export function actionsFor(message: Message, actions: ThreadActions): MessageAction[] {
  const { content } = message;
  const all: (MessageAction | false)[] = [
    actions.canWrite && { label: 'Reply', icon: Reply, run: () => actions.reply(message) },
    content !== '' && { label: 'Copy', icon: Copy, run: () => void copyText(content, 'Message copied', BY_HAND) },
    {
      label: 'Copy link',
      icon: Link2,
      run: () => void copyText(messageLink(message), 'Link copied', 'The link could not be copied.'),
    },
    canEdit(message, actions) && { label: 'Edit', icon: Pencil, run: () => actions.edit(message) },
  ];
  return all.filter((action) => action !== false);
}
