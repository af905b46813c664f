import { useNavigate } from '@solvent/router';
import { readKey, useSession, writeKey } from '@solvent/store';
import type { OwnKey } from '@solvent/store';
import { Center, Flex, Heading, usePageTitle } from '@solvent/ui';
import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { useConversation, useConversations } from '../sync/use-conversations.ts';
import { FillScreen } from '../thread/fill-screen.tsx';
import { getOtherParticipant } from '../thread/person-header.tsx';
import { TWO_PANES_QUERY, useMinWidth } from './use-min-width.ts';
import { findNewestUnread } from '../sync/conversation-updates.ts';
import { buildConversationPath, useConversationsAddress } from './address.ts';
import { EmptyList, ListPane, renderListError } from './list-pane.tsx';
import { ThreadPane, useOpenFromAddress } from './thread-pane.tsx';

type Pane = RefObject<HTMLElement | null>;

const findRow = (list: HTMLElement | null, id: string) =>
  list?.querySelector<HTMLElement>(`[data-conversation="${CSS.escape(id)}"]`);
const findHeading = (pane: HTMLElement | null) => pane?.querySelector<HTMLElement>('h1') ?? pane;

/** Moving the focus would disturb a pointer user. A keyboard user would have a long way to the thread. */
function isPointerInUse(): boolean {
  const active = document.activeElement;
  return active !== null && active !== document.body && !active.matches(':focus-visible');
}

/**
 * Moves the focus to the heading of an opened thread, and back to its row when it closes. With two panes only for keyboard
 * users; the frame sets the initial focus.
 */
function usePaneFocus(shown: string | undefined, list: Pane, thread: Pane): void {
  const before = useRef(shown);
  useEffect(() => {
    const previous = before.current;
    before.current = shown;
    if (previous === shown) return;
    if (window.matchMedia(TWO_PANES_QUERY).matches && isPointerInUse()) return;
    const target = shown
      ? findHeading(thread.current)
      : (previous && findRow(list.current, previous)) || findHeading(list.current);
    target?.focus({ preventScroll: true });
  }, [shown, list, thread]);
}

const buildLastOpenKey = (userId: string): OwnKey => `solvent.conversation.${userId}`;

/** With two panes, opens the newest unread conversation, else the last open or the first one, unless the address selects one. */
function useOpenConversation(
  userId: string,
  open: string | undefined,
  hasNoSelection: boolean,
  { conversations: listed, unreadCount }: ReturnType<typeof useConversations>,
): void {
  const navigate = useNavigate();
  const isWide = useMinWidth(TWO_PANES_QUERY);
  const newest = findNewestUnread(listed);
  // Another page of the list has it.
  const isUnlisted = isWide && hasNoSelection && !newest && unreadCount > 0;
  const unread = useConversations({ filter: 'unread', isEnabled: isUnlisted });
  const unreadId = (newest ?? findNewestUnread(unread.conversations))?._id;
  const isReady = isWide && hasNoSelection && !(isUnlisted && unread.query.isPending);
  useEffect(() => {
    if (open) writeKey(buildLastOpenKey(userId), open);
  }, [userId, open]);
  const [top] = listed;
  useEffect(() => {
    if (!isReady || !top) return;
    const last = readKey(buildLastOpenKey(userId));
    const selected = unreadId ?? listed.find(({ _id }) => _id === last)?._id ?? top._id;
    void navigate(buildConversationPath({ selected }), { replace: true });
  }, [isReady, unreadId, top, listed, userId, navigate]);
}

function EmptyInbox() {
  return (
    <Flex direction="column" w="100%" overflowY="auto">
      <Heading as="h1" tabIndex={-1} outline="0" textStyle="sectionTitle" px="4" pt="4">
        Conversations
      </Heading>
      <Center flex="1">
        <EmptyList list="inbox" renderLoadError={renderListError} />
      </Center>
    </Flex>
  );
}

/** /conversations (product 2.24), for signed-in users. */
export function Component() {
  const { selected, target, search, filter, toOpen, replace } = useConversationsAddress();
  const userId = useSession((session) => session.userData?._id) ?? '';
  const list = useConversations({ search, filter, selected });
  const open = useConversation(selected);
  const attempt = useOpenFromAddress(toOpen, (id) => replace({ selected: id }));
  const listPane = useRef<HTMLDivElement>(null);
  const threadPane = useRef<HTMLDivElement>(null);
  const shown = selected ?? toOpen?.userId;
  const isOpen = shown !== undefined;
  const isUnfiltered = !isOpen && search === '' && !filter && list.query.isSuccess;
  const isListEmpty = isUnfiltered && list.conversations.length === 0;
  const archived = useConversations({ filter: 'archived', isEnabled: isListEmpty });
  const isInboxEmpty = isListEmpty && archived.conversations.length === 0;
  usePaneFocus(shown, listPane, threadPane);
  useOpenConversation(userId, open.conversation?._id, isUnfiltered, list);
  usePageTitle(isOpen && open.conversation ? getOtherParticipant(open.conversation, userId).name : 'Conversations');

  return (
    <FillScreen coversTabs={isOpen} fillsWidth>
      {isInboxEmpty ? (
        <EmptyInbox />
      ) : (
        <>
          <ListPane
            ref={listPane}
            list={list}
            selected={selected}
            search={search}
            onSearch={(text) => replace({ search: text })}
            filter={filter}
            onFilter={(next) => replace({ filter: next })}
            hasThread={isOpen}
          />
          <ThreadPane
            ref={threadPane}
            isOpen={isOpen}
            isListPending={list.query.isPending}
            open={open}
            opening={attempt}
            target={target}
          />
        </>
      )}
    </FillScreen>
  );
}
