import type { Conversation, Participant } from '@solvent/contracts';
import { Box, VisuallyHidden } from '@solvent/ui';
import { useMemo } from 'react';
import { hasRead } from '../../api/conversation-changes.ts';
import type { useOutbox } from '../../chat/use-outbox.ts';
import { useMarkRead } from '../../chat/use-mark-read.ts';
import type { Thread } from '../../chat/use-thread.ts';
import type { OutboxActions } from '../message/entry-footer.tsx';
import { MessageItem } from '../message/message-item.tsx';
import { withEntries } from '../rows/entry-rows.ts';
import { countAfter, messageRows } from '../rows/rows.ts';
import type { Row } from '../rows/rows.ts';
import { JumpButton } from './jump-button.tsx';
import { ListHead } from './list-head.tsx';
import { DaySeparator, NewSeparator } from './separators.tsx';
import { useAnnouncements } from './use-announcements.ts';
import { useList } from './use-list.ts';
import { useNewLine } from './use-new-line.ts';

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
