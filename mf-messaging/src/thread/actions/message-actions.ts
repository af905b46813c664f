import { CHAT } from '@solvent/contracts';
import type { Message, ReactionEmoji } from '@solvent/contracts';
import { copyText } from '@solvent/kit';
import { getServerTime } from '@solvent/socket';
import { toast } from '@solvent/ui';
import { Copy, Link2, Pencil, Reply } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { getEditDeadline } from '../../sync/messages.ts';
import type { ThreadActions } from './thread-actions.ts';

export const hasReacted = ({ reactions }: Message, emoji: ReactionEmoji, userId: string): boolean =>
  reactions.some((reaction) => reaction.emoji === emoji && reaction.userIds.includes(userId));

const buildMessageLink = ({ conversationId, seq }: Pick<Message, 'conversationId' | 'seq'>): string =>
  `${window.location.origin}/conversations?${new URLSearchParams({ conversation: conversationId, message: String(seq) })}`;

interface MessageAction {
  label: string;
  icon: LucideIcon;
  run: () => void;
  isExpired?: boolean;
}

const EDIT = { label: 'Edit', icon: Pencil } as const;

function createEditAction(message: Message, { userId, canWrite, edit }: ThreadActions): MessageAction | false {
  if (!canWrite || message.sender._id !== userId) return false;
  if (getServerTime() < getEditDeadline(message)) return { ...EDIT, run: () => edit(message) };
  return { ...EDIT, isExpired: true, run: () => toast.info(`A message can be edited for ${CHAT.editMinutes} minutes.`) };
}

const COPY_FAILED_TEXT = 'Your browser blocked copying. Select the text and copy it manually.';

export function getMessageActions(message: Message, actions: ThreadActions): MessageAction[] {
  const { content } = message;
  const all: (MessageAction | false)[] = [
    actions.canWrite && { label: 'Reply', icon: Reply, run: () => actions.reply(message) },
    content !== '' && { label: 'Copy', icon: Copy, run: () => void copyText(content, 'Message copied', COPY_FAILED_TEXT) },
    {
      label: 'Copy link',
      icon: Link2,
      run: () => void copyText(buildMessageLink(message), 'Link copied', 'We couldn’t copy the link.'),
    },
    createEditAction(message, actions),
  ];
  return all.filter((action) => action !== false);
}
