import type { Message, ReactionEmoji } from '@solvent/contracts';
import { copyText } from '@solvent/kit';
import { getServerTime } from '@solvent/socket';
import { confirm, toast } from '@solvent/ui';
import { Copy, Flag, Link2, Pencil, Reply, Trash2 } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { formatDeadline } from '../../dates.ts';
import { getChat } from '../../sync/chat-client.ts';
import { deleteMessage, getDeleteDeadline, getEditDeadline, isReportable } from '../../sync/messages.ts';
import type { ThreadActions } from './thread-actions.ts';

export const hasReacted = ({ reactions }: Message, emoji: ReactionEmoji, userId: string): boolean =>
  reactions.some((reaction) => reaction.emoji === emoji && reaction.userIds.includes(userId));

const buildMessageLink = ({ conversationId, seq }: Pick<Message, 'conversationId' | 'seq'>): string =>
  `${window.location.origin}/conversations?${new URLSearchParams({ conversation: conversationId, message: String(seq) })}`;

interface MessageAction {
  label: string;
  icon: LucideIcon;
  run: () => void;
  isUnavailable?: boolean;
}

/** Returns where a dialog of a message returns the focus: its button may be removed meanwhile. */
export function getReturnFocus(): { finalFocusEl?: () => HTMLElement } {
  const article = document.activeElement?.closest<HTMLElement>('[role=article]');
  return article ? { finalFocusEl: () => article } : {};
}

/** Deletes a message for both after a confirmation. */
function confirmDelete({ _id }: Message): void {
  void confirm({
    title: 'Delete this message?',
    text: 'It’s deleted for both of you, with its files. “Message deleted” stays in the conversation. You can’t undo this.',
    action: 'Delete message',
    destructive: true,
    ...getReturnFocus(),
    run: async () => {
      try {
        getChat()?.updateMessage(await deleteMessage(_id));
      } catch (error) {
        toast.failure(error, 'The message could not be deleted. Please try again.');
        throw error;
      }
    },
  });
}

const DISPUTE_TEXT = 'Messages can’t be edited or deleted while a dispute is open.';

function createOwnActions(message: Message, { canWrite, isDisputed, edit }: ThreadActions): MessageAction[] {
  const now = getServerTime();
  /** An action until a deadline, which its label states. If it is dimmed, a click explains why. */
  function limitAction({ label, ...action }: MessageAction, deadline: number, reason: string): MessageAction {
    if (now < deadline && !isDisputed) return { ...action, label: `${label} · until ${formatDeadline(deadline, now)}` };
    return { ...action, label, isUnavailable: true, run: () => toast.info(isDisputed ? DISPUTE_TEXT : reason) };
  }

  const editAction = { label: 'Edit', icon: Pencil, run: () => edit(message) };
  const deleteAction = { label: 'Delete', icon: Trash2, run: () => confirmDelete(message) };
  return [
    ...(canWrite ? [limitAction(editAction, getEditDeadline(message), 'A message can be edited for a day.')] : []),
    limitAction(deleteAction, getDeleteDeadline(message), 'A message can be deleted for an hour.'),
  ];
}

const COPY_FAILED_TEXT = 'Your browser blocked copying. Select the text and copy it manually.';

export function getMessageActions(message: Message, actions: ThreadActions): MessageAction[] {
  const { content } = message;
  const isOwn = message.sender._id === actions.userId;
  const report = !isOwn && isReportable(message) && { label: 'Report', icon: Flag, run: () => actions.report(message) };
  if (message.deletedAt) return report ? [report] : [];
  const all: (MessageAction | false)[] = [
    actions.canWrite && { label: 'Reply', icon: Reply, run: () => actions.reply(message) },
    content !== '' && { label: 'Copy', icon: Copy, run: () => void copyText(content, 'Message copied', COPY_FAILED_TEXT) },
    {
      label: 'Copy link',
      icon: Link2,
      run: () => void copyText(buildMessageLink(message), 'Link copied', 'We couldn’t copy the link.'),
    },
    ...(isOwn ? createOwnActions(message, actions) : []),
    report,
  ];
  return all.filter((action) => action !== false);
}
