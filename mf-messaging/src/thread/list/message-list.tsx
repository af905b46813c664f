import type { Conversation, Participant } from '@solvent/contracts';
import { Box, chakra, Flex, VisuallyHidden } from '@solvent/ui';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { hasRead } from '../../api/conversation-changes.ts';
import { hasAttention, onAttentionChange } from '../../chat/attention.ts';
import { useMarkRead } from '../../chat/use-mark-read.ts';
import type { useOutbox } from '../../chat/use-outbox.ts';
import type { Thread } from '../../chat/use-thread.ts';
import type { OutboxActions } from '../message/entry-footer.tsx';
import { MessageItem } from '../message/message-item.tsx';
import { dayText } from '../rows/day-text.ts';
import { countAfter, messageRows, withEntries } from '../rows/rows.ts';
import type { Row } from '../rows/rows.ts';
import { JumpButton, ListHead } from './list-states.tsx';
import { useAnnouncements } from './use-announcements.ts';
import { useList } from './use-list.ts';

/**
 * Where the "New messages" line stands: after what one had read when the conversation was opened, or, after a time away from
 * the page, when one came back.
 *
 * @param readSeq up to where one has read
 */
function useNewLine(readSeq: number): number {
  const [after, setAfter] = useState(readSeq);
  const noteReturn = useEffectEvent(() => {
    if (hasAttention()) setAfter(readSeq);
  });
  useEffect(() => onAttentionChange(() => noteReturn()), []);
  return after;
}

const Rule = chakra('span', { base: { flex: '1', h: '1px' } });

/** The beginning of a day. */
function DaySeparator({ day }: { day: number }) {
  return (
    <Flex role="separator" aria-label={dayText(day)} align="center" gap="3" h="48px" color="fg.subtle" textStyle="meta">
      <Rule bg="border.muted" />
      <chakra.span fontWeight="500">{dayText(day)}</chakra.span>
      <Rule bg="border.muted" />
    </Flex>
  );
}

/** Where reading left off. */
function NewSeparator() {
  return (
    <Flex role="separator" aria-label="New messages" align="center" gap="3" h="40px" color="brand.fg" textStyle="meta">
      <Rule bg="brand.border" />
      <chakra.span fontWeight="600">New messages</chakra.span>
      <Rule bg="brand.border" />
    </Flex>
  );
}

type Ready = Extract<Thread, { status: 'ready' }>;
type Outbox = ReturnType<typeof useOutbox> & OutboxActions;

interface MessageListProps {
  conversation: Conversation;
  thread: Ready;
  outbox: Outbox;
  self: Participant;
  other: Participant;
}

interface LineProps extends Pick<MessageListProps, 'outbox' | 'self' | 'other'> {
  row: Row;
}

function Line({ row, outbox, self, other }: LineProps) {
  if (row.kind === 'day') return <DaySeparator day={row.day} />;
  if (row.kind === 'new') return <NewSeparator />;
  const isRead = row.kind === 'message' && hasRead(other, row.message);
  return <MessageItem row={row} self={self} isRead={isRead} outbox={outbox} />;
}

/** The messages of a conversation, oldest first. */
export function MessageList({ conversation, thread, outbox, self, other }: MessageListProps) {
  const { log, loadOlder, loadingOlder, olderFailed } = thread;
  const { entries } = outbox;
  const { messages, hasOlder } = log;
  const newAfter = useNewLine(self.readSeq);
  const stored = useMemo(
    () => messageRows({ messages, userId: self._id, hasOlder, newAfter }),
    [messages, self._id, hasOlder, newAfter],
  );
  const rows = useMemo(() => withEntries(stored, messages, entries), [stored, messages, entries]);
  const { scroller, virtualizer, atEnd, seen, toEnd } = useList({
    rows,
    onNearTop: () => {
      if (hasOlder && !loadingOlder && !olderFailed) void loadOlder();
    },
  });
  useMarkRead(conversation, seen);
  const announcement = useAnnouncements(messages, entries, self._id);

  return (
    <Box position="relative" flex="1" minH="0">
      <Box
        ref={scroller}
        role="log"
        aria-label={`Messages with ${other.name}`}
        // A list of which lines come and go with scrolling would be read out with each of them.
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
      >
        <Box position="relative" mt="auto" flexShrink="0" style={{ height: virtualizer.getTotalSize() }}>
          <ListHead
            hasOlder={hasOlder}
            failed={olderFailed && !loadingOlder}
            name={other.name}
            onRetry={() => void loadOlder()}
          />
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
                <Line row={row} outbox={outbox} self={self} other={other} />
              </Box>
            ) : null;
          })}
        </Box>
      </Box>
      {atEnd ? null : <JumpButton count={seen === undefined ? 0 : countAfter(rows, seen)} onClick={toEnd} />}
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </Box>
  );
}
