import type { PageTarget } from '@solvent/federation';
import { preloadConversations } from '../../conversation/preload-conversations.ts';
import { useSession } from '@solvent/store';
import { Center, Flex, Heading, usePageTitle } from '@solvent/ui';
import { useRef } from 'react';
import { useConversation, useConversations } from '../../chat/use-conversations.ts';
import { FillScreen } from '../../conversation/fill-screen.tsx';
import { otherParticipant } from '../../conversation/other-participant.ts';
import { ListPane } from './list-pane.tsx';
import { NoConversations } from './list-states.tsx';
import { ThreadPane } from './thread-pane.tsx';
import { useOpening } from './use-opening.ts';
import { usePaneFocus } from './use-pane-focus.ts';
import { usePlace } from './use-place.ts';

/** The list is not worth a part of the page while nothing is in it. */
function NothingYet() {
  return (
    <Flex direction="column" w="100%" overflowY="auto">
      <Heading as="h1" tabIndex={-1} outline="0" textStyle="sectionTitle" px="4" pt="4">
        Conversations
      </Heading>
      <Center flex="1">
        <NoConversations />
      </Center>
    </Flex>
  );
}

export const preload = ({ search }: PageTarget) => preloadConversations(search);

/** /conversations (product 2.24). The shell lets only signed-in people in. */
export function Component() {
  const { selected, search, opening, searchFor, settleAt } = usePlace();
  const userId = useSession((session) => session.userData?._id) ?? '';
  const list = useConversations(search);
  const open = useConversation(selected);
  const attempt = useOpening(opening, settleAt);
  const listPane = useRef<HTMLDivElement>(null);
  const threadPane = useRef<HTMLDivElement>(null);
  const shown = selected ?? opening?.userId;
  const isOpen = shown !== undefined;
  const isNothing = !isOpen && search === '' && list.query.isSuccess && list.conversations.length === 0;
  usePaneFocus(shown, listPane, threadPane);
  usePageTitle(isOpen && open.conversation ? otherParticipant(open.conversation, userId).name : 'Conversations');

  return (
    <FillScreen toTheEnd={isOpen}>
      {isNothing ? (
        <NothingYet />
      ) : (
        <>
          <ListPane ref={listPane} list={list} selected={selected} search={search} onSearch={searchFor} hasThread={isOpen} />
          <ThreadPane ref={threadPane} isOpen={isOpen} open={open} opening={attempt} search={search} />
        </>
      )}
    </FillScreen>
  );
}
