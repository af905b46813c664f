import type { Message, Participant, PersonSummary, QuotedMessage } from '@solvent/contracts';
import { MESSAGE_DELETED } from '@solvent/contracts/message-preview';
import { renderInlineLoadError } from '@solvent/kit';
import { Box, chakra, Flex, lazyComponent, Stack } from '@solvent/ui';
import { Markdown, PlainText } from '@solvent/ui/markdown';
import { memo, useState } from 'react';
import { useThreadActions } from '../actions/thread-actions.ts';
import { isReportable } from '../../sync/messages.ts';
import { useMessagePointer } from '../actions/use-message-pointer.ts';
import { getTileSize, toOutboxFiles, toStoredFiles } from '../files/shown-file.ts';
import type { ShownFile } from '../files/shown-file.ts';
import { renderNothing } from '../../composer/lazy-parts.ts';
import { ActionsBar, OutboxFooter, MessageFiles, Reactions } from '../lazy-parts.ts';
import type { EntryRow, MessageRow } from '../rows.ts';
import { Bubble } from './bubble.tsx';
import { FoldedText } from './folded-text.tsx';
import type { OutboxActions } from './outbox-footer.tsx';

/** Signs of Markdown or a link. Most messages have none and need no parser. */
const MARKDOWN_PATTERN =
  /[\\`*_[\]<>#&~|]|:\/\/|mailto:|xmpp:|@|www\.|^[ \t]*(?:[-+]|\d+[.)])(?:\s|$)|^[ \t]*[-=]+\s*$|^(?: {4}|\t)|\n\s*\n/im;

const MessageText = memo(function MessageText({ text }: { text: string }) {
  return MARKDOWN_PATTERN.test(text) ? <Markdown compact text={text} headingsFrom={4} /> : <PlainText>{text}</PlainText>;
});

const QuoteButton = chakra('button', {
  base: {
    display: 'block',
    maxW: '100%',
    ps: '2',
    py: '0.5',
    mt: '0.5',
    borderInlineStartWidth: '3px',
    borderColor: 'brand.solid',
    textAlign: 'start',
    textStyle: 'meta',
    cursor: 'pointer',
    rounded: 'l1',
    _hover: { bg: 'bg.muted' },
    focusVisibleRing: 'inside',
    '@media (pointer: coarse)': { minH: '44px' },
  },
});

const QuoteLine = chakra('span', { base: { display: 'block', truncate: true } });

function Quote({ quote }: { quote: QuotedMessage }) {
  const { jumpTo, userId } = useThreadActions();
  const senderName = quote.sender._id === userId ? 'You' : quote.sender.name;
  return (
    <QuoteButton type="button" aria-label={`Reply to ${senderName}: ${quote.preview}`} onClick={() => jumpTo(quote.seq)}>
      <QuoteLine fontWeight="600" color="brand.fg">
        {senderName}
      </QuoteLine>
      <QuoteLine dir="auto" color="fg.muted">
        {quote.preview}
      </QuoteLine>
    </QuoteButton>
  );
}

interface MessageItemProps {
  row: MessageRow | EntryRow;
  self: PersonSummary;
  other: Participant;
  isHighlighted: boolean;
  isRead: boolean;
  outbox: OutboxActions;
}

const getDeliveryState = (row: MessageRow | EntryRow, isRead: boolean) => {
  if (row.kind === 'entry') return row.outboxState;
  return isRead ? 'read' : 'sent';
};

/** Unsent messages re-render whenever the outbox changes. */
function isSame(before: MessageItemProps, after: MessageItemProps): boolean {
  if (before.row.kind !== 'message' || after.row.kind !== 'message') return false;
  const isSameRow =
    before.row.message === after.row.message &&
    before.row.startsGroup === after.row.startsGroup &&
    before.row.quote?.preview === after.row.quote?.preview;
  return isSameRow && before.isRead === after.isRead && before.isHighlighted === after.isHighlighted;
}

const ActionsSheet = lazyComponent(() => import(/* webpackChunkName: "message-actions" */ '../actions/actions-sheet.tsx'));

interface ContentProps {
  isOwn: boolean;
  content: string;
  files: readonly ShownFile[];
  quote: MessageRow['quote'];
}

/** Reserves the height of the files, so that nothing moves when they render. */
function FilesPlaceholder({ files }: { files: readonly ShownFile[] }) {
  const pictures = files.filter(({ isPicture }) => isPicture);
  return (
    <>
      {pictures.length > 0 ? (
        <Flex gap="1.5" wrap="wrap">
          {pictures.map((file) => {
            const { width, height } = getTileSize(file, pictures.length > 1);
            return <Box key={file.key} maxW="100%" style={{ width, aspectRatio: `${width} / ${height}` }} />;
          })}
        </Flex>
      ) : null}
      {files.map(({ key, isPicture }) => (isPicture ? null : <Box key={key} w="260px" maxW="100%" h="50px" />))}
    </>
  );
}

const renderPartError = renderInlineLoadError('This part');

const Content = ({ isOwn, content, files, quote }: ContentProps) => (
  <Stack gap="2" py="0.5">
    {quote ? <Quote quote={quote} /> : null}
    {content ? (
      <FoldedText text={content} align={isOwn ? 'end' : 'start'}>
        <MessageText text={content} />
      </FoldedText>
    ) : null}
    {files.length > 0 ? (
      <MessageFiles files={files} fallback={<FilesPlaceholder files={files} />} renderLoadError={renderPartError} />
    ) : null}
  </Stack>
);

/** The fallback reserves the height of a line. */
function MessageReactions({ message, other }: { message: Message; other: Participant }) {
  if (message.reactions.length === 0) return null;
  return <Reactions message={message} other={other} fallback={<Box h="26px" mt="1" />} renderLoadError={renderPartError} />;
}

function useMessageActions(message: Message | undefined, isOwn: boolean) {
  const [isSheet, setSheet] = useState(false);
  const { isHoveredOrFocused, listeners } = useMessagePointer(() => setSheet(true));
  if (!message || (message.deletedAt && (isOwn || !isReportable(message)))) return {};
  const close = () => setSheet(false);
  const actions = (
    <>
      {isHoveredOrFocused && !isSheet ? <ActionsBar renderLoadError={renderNothing} message={message} isOwn={isOwn} /> : null}
      {isSheet ? <ActionsSheet message={message} onClose={close} onLoadError={close} /> : null}
    </>
  );
  return { actions, listeners };
}

/** Unsent and stored messages share an element, so that nothing moves in between. */
export const MessageItem = memo(function MessageItem({ row, self, other, isRead, isHighlighted, outbox }: MessageItemProps) {
  const { time, isOwn, startsGroup, quote } = row;
  const isStored = row.kind === 'message';
  const message = isStored ? row.message : undefined;
  const { content } = isStored ? row.message : row.entry;
  const isDeleted = Boolean(message?.deletedAt);
  const files = isStored ? toStoredFiles(row.message) : toOutboxFiles(row.entry);
  return (
    <Bubble
      sender={message?.sender ?? self}
      time={time}
      isOwn={isOwn}
      startsGroup={startsGroup}
      state={isOwn && !isDeleted ? getDeliveryState(row, isRead) : undefined}
      isEdited={message !== undefined && message.editedAt !== null && !isDeleted}
      isDeleted={isDeleted}
      isHighlighted={isHighlighted}
      footer={
        isStored ? (
          <MessageReactions message={row.message} other={other} />
        ) : (
          <OutboxFooter renderLoadError={renderPartError} row={row} outbox={outbox} />
        )
      }
      {...useMessageActions(message, isOwn)}
    >
      {isDeleted ? MESSAGE_DELETED : <Content isOwn={isOwn} content={content} files={files} quote={quote} />}
    </Bubble>
  );
}, isSame);
