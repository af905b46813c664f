import { Navigate, useLocation, useNavigation } from '@solvent/router';
import { useSession } from '@solvent/store';
import { Box, Center, Flex, LinkButton, Span, usePageTitle } from '@solvent/ui';
import { MessagesSquare } from 'lucide-react';
import { useConversation } from '../../sync/use-conversations.ts';
import { FillScreen } from '../fill-screen.tsx';
import { getOtherParticipant, PersonHeader } from '../person-header.tsx';
import { ThreadUnavailable } from '../thread-unavailable.tsx';
import { Thread } from '../thread.tsx';
import { ProblemHeader } from './problem-header.tsx';

interface DiscussionIds {
  conversationId: string;
  problemId: string | undefined;
}

function readId(state: unknown, name: 'conversationId' | 'problemId'): string | undefined {
  if (typeof state !== 'object' || state === null) return undefined;
  const id: unknown = Reflect.get(state, name);
  return typeof id === 'string' && id !== '' ? id : undefined;
}

/** Prefers the route's state (product 2.26) to the query, which a new tab uses. */
function readDiscussionIds(state: unknown, query: URLSearchParams): DiscussionIds | null {
  const fromState = readId(state, 'conversationId');
  if (fromState) return { conversationId: fromState, problemId: readId(state, 'problemId') };
  const conversationId = query.get('conversationId');
  return conversationId ? { conversationId, problemId: query.get('problemId') || undefined } : null;
}

function buildDiscussionPath({ conversationId, problemId }: DiscussionIds): string {
  return `/problem/discussion?${new URLSearchParams({ ...(problemId && { problemId }), conversationId })}`;
}

function Discussion({ conversationId, problemId }: DiscussionIds) {
  const userId = useSession((session) => session.userData?._id) ?? '';
  const { query, conversation } = useConversation(conversationId);
  const person = conversation && getOtherParticipant(conversation, userId);
  const currentProblemId = conversation ? conversation.problem?._id : problemId;
  usePageTitle(person && `Discussion with ${person.name}`);

  if (query.error && !conversation) {
    return (
      <Center flex="1">
        <ThreadUnavailable error={query.error} onRetry={() => void query.refetch()} />
      </Center>
    );
  }
  if (conversation && !currentProblemId) return <Navigate to={`/conversations?conversation=${conversation._id}`} replace />;
  return (
    <Flex direction="column" flex="1" minW="0" minH="0">
      <ProblemHeader id={currentProblemId} fromConversation={conversation?.problem} />
      <Flex align="center" gap="3" px="4" py="2" borderBottomWidth="1px">
        <PersonHeader as="h2" person={person} />
        <LinkButton to="/conversations" size="sm" variant="ghost" colorPalette="gray" me="-2" aria-label="All conversations">
          <MessagesSquare size={16} aria-hidden />
          <Span hideBelow="sm">All conversations</Span>
        </LinkButton>
      </Flex>
      <Box flex="1" minH="0">
        {conversation ? <Thread key={conversation._id} conversation={conversation} /> : null}
      </Box>
    </Flex>
  );
}

/**
 * /problem/discussion (product 2.26) is public: visitors go to sign in, and return with the ids in the query, as route state is
 * lost.
 */
export function Component() {
  const isLogin = useSession((session) => session.isLogin);
  const { state, search } = useLocation();
  const isLeaving = useNavigation().state !== 'idle';
  const ids = readDiscussionIds(state, new URLSearchParams(search));
  if (!isLogin && isLeaving) return null;
  if (!isLogin) {
    const from = ids ? buildDiscussionPath(ids) : '/conversations';
    return <Navigate to="/signin" replace state={{ from, purpose: 'read this conversation' }} />;
  }
  if (!ids) return <Navigate to="/conversations" replace />;
  return (
    <FillScreen coversTabs>
      <Discussion key={ids.conversationId} {...ids} />
    </FillScreen>
  );
}
