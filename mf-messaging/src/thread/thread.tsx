import type { OutboxEntry } from '@solvent/chat';
import type { Conversation, Participant } from '@solvent/contracts';
import { useSession } from '@solvent/store';
import { Center, Flex, Text } from '@solvent/ui';
import { preloadMarkdown } from '@solvent/ui/markdown';
import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { useOutbox } from '../chat/use-outbox.ts';
import { useThread } from '../chat/use-thread.ts';
import { useTyping } from '../chat/use-typing.ts';
import { Composer } from './composer/composer.tsx';
import { useDraft } from './composer/draft.ts';
import { useFileDrop } from './composer/use-file-drop.ts';
import { NoMessages, ThreadFailure, ThreadSkeleton } from './list/list-states.tsx';
import { MessageList } from './list/message-list.tsx';
import type { OutboxActions } from './message/entry-footer.tsx';

/** How much (px) of an element's bottom lies under the keyboard on the screen of a phone. */
function coveredPart(element: HTMLElement, view: VisualViewport): number {
  // Enlarged by two fingers, the view is smaller than the page without any keyboard.
  if (view.scale > 1.01) return 0;
  const { bottom } = element.getBoundingClientRect();
  return Math.max(0, Math.round(bottom - view.offsetTop - view.height));
}

/** Room (px) to leave at the bottom of an element, so that what stands there is above the phone's keyboard. */
function useKeyboardInset(ref: RefObject<HTMLElement | null>): number {
  const [inset, setInset] = useState(0);
  useEffect(() => {
    const view = window.visualViewport;
    if (!view) return;
    const update = () => setInset(ref.current ? coveredPart(ref.current, view) : 0);
    view.addEventListener('resize', update);
    view.addEventListener('scroll', update);
    return () => {
      view.removeEventListener('resize', update);
      view.removeEventListener('scroll', update);
    };
  }, [ref]);
  return inset;
}

interface ThreadProps {
  conversation: Conversation;
}

interface TwoPeople {
  self: Participant;
  other: Participant;
}

/** Signed out, or a conversation of others: there is nobody to write as. */
function peopleOf({ participants }: Conversation, userId: string | undefined): TwoPeople | undefined {
  const self = participants.find(({ _id }) => _id === userId);
  const other = participants.find(({ _id }) => _id !== userId);
  return self && other && { self, other };
}

function DropZone() {
  return (
    <Center
      position="absolute"
      inset="2"
      zIndex="1"
      rounded="l3"
      borderWidth="2px"
      borderStyle="dashed"
      borderColor="brand.solid"
      bg="bg.panel/96"
      color="brand.fg"
      textStyle="cardTitle"
      pointerEvents="none"
    >
      Drop files to add them to your message
    </Center>
  );
}

/** Its line is always there, so that nothing moves when it comes. */
function TypingLine({ name }: { name: string | undefined }) {
  return (
    <Text h="20px" flexShrink="0" px={{ base: '4', md: '7' }} textStyle="meta" lineHeight="20px" color="fg.muted" truncate>
      {name === undefined ? null : `${name} is typing…`}
    </Text>
  );
}

type MessagesProps = ThreadProps & TwoPeople & { outbox: ReturnType<typeof useOutbox> & OutboxActions };

function Messages({ conversation, self, other, outbox }: MessagesProps) {
  const thread = useThread(conversation._id);
  if (thread.status === 'pending') return <ThreadSkeleton />;
  if (thread.status === 'error') return <ThreadFailure onRetry={thread.retry} />;
  const isEmpty = thread.log.messages.length === 0 && outbox.entries.length === 0;
  if (isEmpty) return <NoMessages name={other.name} />;
  return <MessageList conversation={conversation} thread={thread} outbox={outbox} self={self} other={other} />;
}

function OpenThread({ conversation, self, other }: ThreadProps & TwoPeople) {
  const { _id: conversationId } = conversation;
  const sending = useOutbox(conversationId);
  const { typing, say } = useTyping(conversationId);
  const draft = useDraft({ userId: self._id, conversationId });
  const outbox = { ...sending, takeBack };
  const drop = useFileDrop(draft.add);
  const root = useRef<HTMLDivElement>(null);
  const inset = useKeyboardInset(root);
  useEffect(() => void preloadMarkdown(), []);

  function takeBack({ clientId, content, files }: OutboxEntry) {
    sending.remove(clientId);
    draft.restore(
      content,
      files.map(({ content: bytes, name, type }) => new File([bytes], name, { type })),
    );
  }
  const area = other.deleted ? {} : drop.area;
  return (
    <Flex ref={root} direction="column" position="relative" h="100%" minH="0" minW="0" style={{ paddingBottom: inset }} {...area}>
      <Messages conversation={conversation} self={self} other={other} outbox={outbox} />
      <TypingLine name={typing ? other.name : undefined} />
      {other.deleted ? (
        <Text px="6" py="4" borderTopWidth="1px" color="fg.muted" textAlign="center">
          This account was deleted. You can still read the conversation, but nobody would get a new message.
        </Text>
      ) : (
        <Composer draft={draft} onWriting={say} onSend={outbox.send} />
      )}
      {drop.isOver && !other.deleted ? <DropZone /> : null}
    </Flex>
  );
}

/** The messages of a conversation, and where one writes. It fills the height of its parent; heads and ways back are the page's. */
export function Thread({ conversation }: ThreadProps) {
  const userId = useSession((session) => session.userData?._id);
  const people = peopleOf(conversation, userId);
  return people ? <OpenThread key={`${userId} ${conversation._id}`} conversation={conversation} {...people} /> : null;
}
