import { CHAT } from '@solvent/contracts';
import type { Message, QuotedMessage, ReactionEmoji } from '@solvent/contracts';
import { tellingOf } from '@solvent/contracts/message-preview';
import { copyText } from '@solvent/kit';
import { Copy, Link2, Pencil, Reply } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { createContext, use } from 'react';

/** What one can do in a thread with its messages; the same functions for as long as it is open. */
export interface ThreadActions {
  userId: string;
  /** False once the other account is deleted: what was said stays as it is. */
  canWrite: boolean;
  reply: (message: Message) => void;
  edit: (message: Message) => void;
  react: (message: Message, emoji: ReactionEmoji, isGiven: boolean) => void;
  /** Shows the message at a place, and marks it for a moment. */
  jumpTo: (seq: number) => void;
}

const NONE: ThreadActions = {
  userId: '',
  canWrite: false,
  reply: () => undefined,
  edit: () => undefined,
  react: () => undefined,
  jumpTo: () => undefined,
};

export const ThreadActionsContext = createContext(NONE);
export const useThreadActions = () => use(ThreadActionsContext);

/** A message as it is quoted where it is answered. */
export const quoteOf = ({ _id, seq, sender, content, files }: Message): QuotedMessage => ({
  _id,
  seq,
  sender,
  preview: tellingOf(content, files.length),
});

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
