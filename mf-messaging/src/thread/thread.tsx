import type { OutboxEntry } from '@solvent/chat';
import type { Conversation, Message, Participant } from '@solvent/contracts';
import { getServerTime } from '@solvent/socket';
import { useSession } from '@solvent/store';
import { Flex, lazyComponent, reportLoadFailure, Text } from '@solvent/ui';
import { preloadMarkdown } from '@solvent/ui/markdown';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { DragEvent, RefObject } from 'react';
import { getEditDeadline } from '../sync/messages.ts';
import { hasOpenDispute, useConversationEvents } from '../sync/problems.ts';
import { useOutbox } from '../sync/use-outbox.ts';
import { useThread } from '../sync/use-thread.ts';
import { useTyping } from '../sync/use-typing.ts';
import { buildQuote, ThreadActionsContext } from './actions/thread-actions.ts';
import type { ThreadActions } from './actions/thread-actions.ts';
import { Composer } from '../composer/composer.tsx';
import { readTransferredFiles, useDraft } from '../composer/draft.ts';
import type { Draft } from '../composer/draft.ts';
import { DropZone, renderNothing } from '../composer/lazy-parts.ts';
import { preloadThreadParts } from './lazy-parts.ts';
import { ThreadMessages } from './list/thread-messages.tsx';
import type { Target } from './list/use-shown-messages.ts';
import { getCurrentQuote } from './rows.ts';

/** Returns how much of an element the on-screen keyboard covers, in px. */
function getCoveredHeight(element: HTMLElement, view: VisualViewport): number {
  // After pinch zoom, the viewport is small without a keyboard.
  if (view.scale > 1.01) return 0;
  const { bottom } = element.getBoundingClientRect();
  return Math.max(0, Math.round(bottom - view.offsetTop - view.height));
}

/** Returns the bottom padding (px) that keeps the composer above the on-screen keyboard. */
function useKeyboardInset(ref: RefObject<HTMLElement | null>): number {
  const [inset, setInset] = useState(0);
  useEffect(() => {
    const view = window.visualViewport;
    if (!view) return;
    const update = () => setInset(ref.current ? getCoveredHeight(ref.current, view) : 0);
    view.addEventListener('resize', update);
    view.addEventListener('scroll', update);
    return () => {
      view.removeEventListener('resize', update);
      view.removeEventListener('scroll', update);
    };
  }, [ref]);
  return inset;
}

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files');

function useFileDrop(add: Draft['add']) {
  const [isDraggedOver, setIsDraggedOver] = useState(false);
  // Each nested element fires its own enter and leave events.
  const depth = useRef(0);

  function changeDepth(change: number): void {
    depth.current = Math.max(depth.current + change, 0);
    setIsDraggedOver(depth.current > 0);
  }
  return {
    isDraggedOver,
    area: {
      onDragEnter: (event: DragEvent) => (hasFiles(event) ? changeDepth(1) : undefined),
      onDragLeave: (event: DragEvent) => (hasFiles(event) ? changeDepth(-1) : undefined),
      onDragOver: (event: DragEvent) => {
        if (hasFiles(event)) event.preventDefault();
      },
      onDrop: (event: DragEvent) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        changeDepth(-depth.current);
        const { files, folders } = readTransferredFiles(event.dataTransfer);
        add(
          files,
          folders.map((name) => `${name} is a folder. Add its files one by one or as an archive.`),
        );
      },
    },
  };
}

interface ThreadProps {
  conversation: Conversation;
  target?: Target | undefined;
}

interface Participants {
  self: Participant;
  other: Participant;
}

/** Undefined after sign-out, or for a conversation of other users. */
function findParticipants({ participants }: Conversation, userId: string | undefined): Participants | undefined {
  const self = participants.find(({ _id }) => _id === userId);
  const other = participants.find(({ _id }) => _id !== userId);
  return self && other && { self, other };
}

/** Always reserves its line, so that nothing moves. */
function TypingLine({ name }: { name: string | undefined }) {
  return (
    <Text h="20px" flexShrink="0" px={{ base: '4', md: '7' }} textStyle="meta" lineHeight="20px" color="fg.muted" truncate>
      {name === undefined ? null : `${name} is typing…`}
    </Text>
  );
}

const EditComposer = lazyComponent(() => import(/* webpackChunkName: "thread-parts" */ '../composer/edit-composer.tsx'));

const ReportDialog = lazyComponent(() => import(/* webpackChunkName: "message-actions" */ './actions/report-dialog.tsx'));

/** Follows the latest request, whether from the address or from a click. */
function useTarget(requestedTarget: Target | undefined) {
  const [target, setTarget] = useState(requestedTarget);
  const [handledRequestId, setHandledRequestId] = useState(requestedTarget?.requestId);
  if (requestedTarget?.requestId !== handledRequestId) {
    setHandledRequestId(requestedTarget?.requestId);
    if (requestedTarget) setTarget(requestedTarget);
  }
  const jumpTo = useCallback((seq: number) => setTarget({ seq, requestId: crypto.randomUUID() }), []);
  return { target, jumpTo };
}

/** Returns stable functions, so that messages do not re-render. */
function useThreadActionsValue(
  { userId, canWrite, isDisputed, edit, report, jumpTo }: Omit<ThreadActions, 'reply'>,
  draft: Draft,
) {
  const latest = useRef(draft);
  useEffect(() => {
    latest.current = draft;
  });
  return useMemo<ThreadActions>(
    () => ({
      userId,
      canWrite,
      isDisputed,
      edit,
      report,
      jumpTo,
      reply: (message) => latest.current.setReply(buildQuote(message)),
    }),
    [userId, canWrite, isDisputed, edit, report, jumpTo],
  );
}

const NO_MESSAGES: readonly Message[] = [];

interface MessageInputProps {
  draft: Draft;
  userId: string;
  editing: Message | undefined;
  canEdit: boolean;
  messages: readonly Message[];
  onEdit: (message: Message) => void;
  onEdited: (message: Message) => void;
  onTyping: () => void;
  onSend: ReturnType<typeof useOutbox>['send'];
}

function MessageInput({ draft, userId, editing, canEdit, messages, onEdit, onEdited, onTyping, onSend }: MessageInputProps) {
  const quote = getCurrentQuote(draft.replyTo, messages);
  const [hasEdited, setEdited] = useState(false);
  function editLast() {
    const last = messages.findLast(({ sender, deletedAt }) => sender._id === userId && !deletedAt);
    if (last && canEdit && getServerTime() < getEditDeadline(last)) onEdit(last);
  }
  const events = { onTyping, onSend, onEditLast: editLast };
  const composer = <Composer draft={draft} replyPreview={quote?.preview} hasEdited={hasEdited} {...events} />;
  if (!editing) return composer;
  const end = () => {
    setEdited(true);
    onEdited(editing);
  };
  const fail = () => {
    reportLoadFailure('The form');
    end();
  };
  return <EditComposer key={editing._id} message={editing} userId={userId} onEnd={end} fallback={composer} onLoadError={fail} />;
}

function OpenThread({ conversation, self, other, target: requestedTarget }: ThreadProps & Participants) {
  const { _id: conversationId } = conversation;
  const sending = useOutbox(conversationId);
  const { typing, notifyTyping } = useTyping(conversationId);
  const draft = useDraft({ userId: self._id, conversationId });
  const outbox = { ...sending, cancelSend };
  const drop = useFileDrop(draft.add);
  const root = useRef<HTMLDivElement>(null);
  const inset = useKeyboardInset(root);
  useEffect(() => {
    void preloadMarkdown();
    preloadThreadParts();
  }, []);
  const thread = useThread(conversationId);
  const [editing, setEditing] = useState<Message>();
  const [reported, setReported] = useState<Message>();
  const closeReport = () => setReported(undefined);
  // A save may finish while another message is edited.
  const endEdit = ({ _id }: Message) => setEditing((current) => (current?._id === _id ? undefined : current));
  const { target, jumpTo } = useTarget(requestedTarget);
  const events = useConversationEvents(self._id, conversation);
  const canEdit = !hasOpenDispute(events.data);
  const actions = useThreadActionsValue(
    { userId: self._id, canWrite: !other.deleted, isDisputed: !canEdit, edit: setEditing, report: setReported, jumpTo },
    draft,
  );

  function cancelSend({ clientId, content, files, replyTo = null }: OutboxEntry) {
    sending.remove(clientId);
    draft.restore(
      content,
      files.map(({ content: bytes, name, type }) => new File([bytes], name, { type })),
      replyTo,
    );
  }
  const area = other.deleted ? {} : drop.area;
  return (
    <Flex ref={root} direction="column" position="relative" h="100%" minH="0" minW="0" style={{ paddingBottom: inset }} {...area}>
      <ThreadActionsContext value={actions}>
        <ThreadMessages
          thread={thread}
          events={events}
          conversation={conversation}
          self={self}
          other={other}
          outbox={outbox}
          target={target}
          onJump={jumpTo}
        />
      </ThreadActionsContext>
      <TypingLine name={typing ? other.name : undefined} />
      {other.deleted ? (
        <Text px="6" py="4" borderTopWidth="1px" color="fg.muted" textAlign="center">
          This account was deleted. You can read the conversation, but not reply.
        </Text>
      ) : (
        <MessageInput
          draft={draft}
          userId={self._id}
          editing={editing}
          canEdit={canEdit}
          messages={thread.log?.messages ?? NO_MESSAGES}
          onEdit={setEditing}
          onEdited={endEdit}
          onTyping={notifyTyping}
          onSend={outbox.send}
        />
      )}
      {reported ? <ReportDialog message={reported} onClose={closeReport} onLoadError={closeReport} /> : null}
      {drop.isDraggedOver && !other.deleted ? <DropZone renderLoadError={renderNothing} /> : null}
    </Flex>
  );
}

export function Thread({ conversation, target }: ThreadProps) {
  const userId = useSession((session) => session.userData?._id);
  const people = findParticipants(conversation, userId);
  return people ? (
    <OpenThread key={`${userId} ${conversation._id}`} conversation={conversation} target={target} {...people} />
  ) : null;
}
