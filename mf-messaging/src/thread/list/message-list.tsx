import type { Conversation, ConversationEventsResponse, Participant } from '@solvent/contracts';
import { useServerTime } from '@solvent/socket';
import { Box, chakra, Flex } from '@solvent/ui';
import { useEffect, useMemo, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { hasRead } from '../../sync/conversation-updates.ts';
import { useMarkRead } from '../../sync/use-mark-read.ts';
import type { useOutbox } from '../../sync/use-outbox.ts';
import type { OutboxActions } from '../message/outbox-footer.tsx';
import { MessageItem } from '../message/message-item.tsx';
import { formatDay } from '../../dates.ts';
import { countReceivedAfter, buildMessageRows, appendEntries } from '../rows.ts';
import type { Row } from '../rows.ts';
import { renderNothing } from '../../composer/lazy-parts.ts';
import { Announcements, BidCard, EventLine, JumpButtons } from '../lazy-parts.ts';
import { ListHeader } from './list-states.tsx';
import { useMessageScroller } from './use-message-scroller.ts';
import type { ShownMessages, Target } from './use-shown-messages.ts';

const Rule = chakra('span', { base: { flex: '1', h: '1px' } });

function DaySeparator({ day }: { day: number }) {
  const name = formatDay(day, useServerTime());
  return (
    <Flex role="separator" aria-label={name} align="center" gap="3" h="48px" color="fg.subtle" textStyle="meta">
      <Rule bg="border.muted" />
      <chakra.span fontWeight="500">{name}</chakra.span>
      <Rule bg="border.muted" />
    </Flex>
  );
}

function NewMessagesSeparator() {
  return (
    <Flex role="separator" aria-label="New messages" align="center" gap="3" h="40px" color="brand.fg" textStyle="meta">
      <Rule bg="brand.border" />
      <chakra.span fontWeight="600">New messages</chakra.span>
      <Rule bg="brand.border" />
    </Flex>
  );
}

const ARTICLE_SELECTOR = '[role=article]';
const STEP_BY_KEY: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 };

/** Arrow keys move the focus between messages; a focused message shows its actions. */
function handleMessageKeys(event: KeyboardEvent<HTMLElement>): void {
  const { currentTarget: list, target, key } = event;
  const step = STEP_BY_KEY[key];
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey || !(target instanceof HTMLElement)) return;
  if (target !== list && !target.matches(ARTICLE_SELECTOR)) return;
  const articles = [...list.querySelectorAll<HTMLElement>(ARTICLE_SELECTOR)].toSorted(
    (one, other) => getIndex(one) - getIndex(other),
  );
  const { bottom } = list.getBoundingClientRect();
  const position = articles.indexOf(target);
  const inView = articles.findLastIndex((article) => article.getBoundingClientRect().top <= bottom);
  const next = articles[position < 0 ? inView : position + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

const getIndex = (article: HTMLElement) => Number(article.closest<HTMLElement>('[data-index]')?.dataset['index'] ?? 0);

type Outbox = ReturnType<typeof useOutbox> & OutboxActions;

interface MessageListProps {
  conversation: Conversation;
  agreed: ConversationEventsResponse;
  shown: ShownMessages;
  outbox: Outbox;
  self: Participant;
  other: Participant;
  newAfter: number;
  isNewBeforeLoaded: boolean;
  target: Target | undefined;
  opensAtEnd: boolean;
  onLatest: () => void;
  onJump: (seq: number) => void;
}

interface ListRowProps extends Pick<MessageListProps, 'outbox' | 'self' | 'other'> {
  row: Row;
  highlightedSeq: number | undefined;
}

function ListRow({ row, outbox, self, other, highlightedSeq }: ListRowProps) {
  if (row.kind === 'day') return <DaySeparator day={row.day} />;
  if (row.kind === 'new') return <NewMessagesSeparator />;
  if (row.kind === 'bid')
    return <BidCard row={row} self={self} other={other} fallback={<Box h="160px" />} renderLoadError={renderNothing} />;
  if (row.kind === 'event')
    return <EventLine row={row} self={self} other={other} fallback={<Box h="40px" />} renderLoadError={renderNothing} />;
  const isRead = row.kind === 'message' && hasRead(other, row.message);
  const isHighlighted = row.kind === 'message' && row.message.seq === highlightedSeq;
  return <MessageItem row={row} self={self} other={other} isRead={isRead} isHighlighted={isHighlighted} outbox={outbox} />;
}

const HIGHLIGHT_MS = 3000;

function useHighlightedSeq(target: Target | undefined): number | undefined {
  const [expiredRequestId, setExpiredRequestId] = useState<string>();
  const requestId = target?.requestId;
  useEffect(() => {
    if (requestId === undefined) return;
    const timer = setTimeout(() => setExpiredRequestId(requestId), HIGHLIGHT_MS);
    return () => clearTimeout(timer);
  }, [requestId]);
  return target && expiredRequestId !== requestId ? target.seq : undefined;
}

const NO_ENTRIES: Outbox['entries'] = [];

export function MessageList(props: MessageListProps) {
  const { conversation, agreed, shown, outbox, self, other, newAfter, isNewBeforeLoaded, target, opensAtEnd, onLatest, onJump } =
    props;
  const { messages, hasOlder, hasNewer, loadOlder, loadNewer, loadingOlder, olderError } = shown;
  // Unsent messages follow the latest message.
  const entries = hasNewer ? NO_ENTRIES : outbox.entries;
  const stored = useMemo(
    () => buildMessageRows({ messages, userId: self._id, hasOlder, hasNewer, agreed, newAfter }),
    [messages, self._id, hasOlder, hasNewer, agreed, newAfter],
  );
  const rows = useMemo(() => appendEntries(stored, messages, entries), [stored, messages, entries]);
  const { scroller, virtualizer, atEnd, seen, isNewAbove, scrollToEnd, scrollToNew } = useMessageScroller({
    rows,
    onNearTop: () => {
      if (hasOlder && !loadingOlder && !olderError) loadOlder();
    },
    onNearEnd: hasNewer ? loadNewer : undefined,
    target,
    opensAtEnd,
  });
  // Messages between a linked one and the log are not read yet.
  useMarkRead(conversation, hasNewer ? undefined : seen);
  const highlightedSeq = useHighlightedSeq(target);
  const isUnreadAbove = isNewAbove || isNewBeforeLoaded;

  return (
    <Box position="relative" flex="1" minH="0">
      <Box
        ref={scroller}
        role="log"
        aria-label={`Messages with ${other.name}`}
        // Virtualized rows would be announced while scrolling.
        aria-live="off"
        tabIndex={0}
        h="100%"
        display="flex"
        flexDirection="column"
        overflowY="auto"
        overflowX="hidden"
        overscrollBehaviorY="contain"
        focusVisibleRing="inside"
        css={{ overflowAnchor: 'none' }}
        onKeyDown={handleMessageKeys}
      >
        <Box position="relative" mt="auto" flexShrink="0" style={{ height: virtualizer.getTotalSize() }}>
          <ListHeader hasOlder={hasOlder} error={loadingOlder ? null : olderError} name={other.name} onRetry={loadOlder} />
          {virtualizer.getVirtualItems().map(({ key, index, start }) => {
            const row = rows[index];
            return row ? (
              <Box
                key={key}
                ref={virtualizer.measureElement}
                data-index={index}
                position="absolute"
                top="0"
                insetX="0"
                px={{ base: '3', md: '6' }}
                style={{ transform: `translateY(${start}px)` }}
              >
                <ListRow row={row} outbox={outbox} self={self} other={other} highlightedSeq={highlightedSeq} />
              </Box>
            ) : null;
          })}
        </Box>
      </Box>
      {isUnreadAbove || !atEnd ? (
        <JumpButtons
          renderLoadError={renderNothing}
          count={seen === undefined ? 0 : countReceivedAfter(rows, seen)}
          onFirstUnread={isUnreadAbove ? (isNewBeforeLoaded ? () => onJump(newAfter + 1) : scrollToNew) : undefined}
          onLatest={atEnd ? undefined : hasNewer ? onLatest : scrollToEnd}
        />
      ) : null}
      <Announcements renderLoadError={renderNothing} messages={messages} entries={entries} userId={self._id} />
    </Box>
  );
}
