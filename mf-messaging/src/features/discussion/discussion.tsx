import { ApiError } from '@solvent/http';
import { Navigate } from '@solvent/router';
import { useSession } from '@solvent/store';
import { Box, Center, Flex, LinkButton, Span, usePageTitle } from '@solvent/ui';
import { MessagesSquare } from 'lucide-react';
import { useConversation } from '../../chat/use-conversations.ts';
import { otherParticipant } from '../../conversation/other-participant.ts';
import { PersonHead } from '../../conversation/person-head.tsx';
import { FailedConversation, UnknownConversation } from '../../conversation/thread-failures.tsx';
import { Thread } from '../../thread/thread.tsx';
import type { DiscussedIds } from './discussed-ids.ts';
import { ProblemHeader } from './problem-header.tsx';

const isRefusal = (error: Error) => error instanceof ApiError && error.status >= 400 && error.status < 500;

/** A problem's header, and under it the thread about it. A conversation about no problem has its place among the others. */
export function Discussion({ conversationId, problemId }: DiscussedIds) {
  const userId = useSession((session) => session.userData?._id) ?? '';
  const { query, conversation } = useConversation(conversationId);
  const person = conversation && otherParticipant(conversation, userId);
  const aboutId = conversation ? conversation.problem?._id : problemId;
  usePageTitle(person && `Discussion with ${person.name}`);

  if (query.error && !conversation) {
    const failure = isRefusal(query.error) ? (
      <UnknownConversation />
    ) : (
      <FailedConversation onRetry={() => void query.refetch()} />
    );
    return <Center flex="1">{failure}</Center>;
  }
  if (conversation && !aboutId) return <Navigate to={`/conversations?conversation=${conversation._id}`} replace />;
  return (
    <Flex direction="column" flex="1" minW="0" minH="0">
      <ProblemHeader id={aboutId} known={conversation?.problem} />
      <Flex align="center" gap="3" px="4" py="2" borderBottomWidth="1px">
        <PersonHead as="h2" person={person} />
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
