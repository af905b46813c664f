import type { Conversation, MarkConversationBody } from '@solvent/contracts';
import { useQueryClient } from '@solvent/http';
import { Component as ActionMenuList } from '@solvent/kit/action-menu-list';
import { useNavigate } from '@solvent/router';
import { toast } from '@solvent/ui';
import { Archive, ArchiveRestore, Bell, BellOff, Mail, MailOpen, Pin, PinOff } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ReactElement } from 'react';
import { getChat } from '../sync/chat-client.ts';
import { isUnread } from '../sync/conversation-updates.ts';
import { markConversation } from '../sync/mark-conversation.ts';
import { useConversationPath } from './address.ts';
import { TWO_PANES_QUERY, useMinWidth } from './use-min-width.ts';

interface MenuListProps {
  conversation: Conversation;
  isCurrent: boolean;
  trigger: ReactElement;
}

/** Returns the link of the next row, or of the previous one. */
function findNeighbor(id: string): HTMLElement | null | undefined {
  const row = document.querySelector(`[data-conversation="${CSS.escape(id)}"]`)?.closest('li');
  return (row?.nextElementSibling ?? row?.previousElementSibling)?.querySelector<HTMLElement>('a');
}

function useMarks({ _id, lastSeq, unreadCount, markedUnread }: Conversation) {
  const client = useQueryClient();
  const mark = (marks: MarkConversationBody, onSuccess?: () => void) => {
    const chat = getChat();
    if (!chat) return;
    const onError = (cause: Error) => toast.error('We couldn’t update the conversation.', { cause });
    markConversation(client, chat.userId, _id, marks, { onError, ...(onSuccess && { onSuccess }) });
  };
  const unarchive = () => mark({ archived: false });
  const archive = () =>
    mark({ archived: true, seq: lastSeq }, () => toast.info('Conversation archived', { detail: 'Undo', onPress: unarchive }));
  const markRead = () => {
    if (markedUnread) mark({ markedUnread: false });
    if (unreadCount > 0) void getChat()?.readReceipts.send(_id, lastSeq);
  };
  return { mark, archive, unarchive, markRead };
}

/** Loads on the first click, so it starts open. */
export function Component({ conversation, isCurrent, trigger }: MenuListProps) {
  const { pinned, muted, archived } = conversation;
  const { mark, archive, unarchive, markRead } = useMarks(conversation);
  const navigate = useNavigate();
  const toPath = useConversationPath();
  const isWide = useMinWidth(TWO_PANES_QUERY);
  /** Gets the focus if the row leaves the list with the menu's button. */
  const nextFocus = useRef<HTMLElement | null>(undefined);
  useEffect(
    () => () => {
      if (document.activeElement === document.body) nextFocus.current?.focus();
    },
    [],
  );
  const leave = () => void navigate(toPath(), { replace: true });
  const markUnread = () => {
    mark({ markedUnread: true });
    if (isCurrent && !isWide) leave();
  };
  const archiveAndLeave = () => {
    if (isCurrent) leave();
    archive();
  };
  const actions = [
    isUnread(conversation)
      ? { label: 'Mark as read', icon: MailOpen, run: markRead }
      : { label: 'Mark as unread', icon: Mail, run: markUnread },
    { label: pinned ? 'Unpin' : 'Pin', icon: pinned ? PinOff : Pin, run: () => mark({ pinned: !pinned }) },
    { label: muted ? 'Unmute' : 'Mute', icon: muted ? Bell : BellOff, run: () => mark({ muted: !muted }) },
    archived
      ? { label: 'Unarchive', icon: ArchiveRestore, run: unarchive }
      : { label: 'Archive', icon: Archive, run: archiveAndLeave },
  ];
  const run = (action: () => void) => {
    nextFocus.current = findNeighbor(conversation._id);
    action();
  };
  return <ActionMenuList trigger={trigger} actions={actions.map((action) => ({ ...action, run: () => run(action.run) }))} />;
}
