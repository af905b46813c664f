import type { Conversation, ConversationEventsResponse, Problem } from '@solvent/contracts';
import { http, queryOptions, useQuery } from '@solvent/http';
import { requireField, useInvalidateOnEvents } from '@solvent/kit';
import { conversationEventsKey, discussedProblemKey, PROBLEM_EVENTS } from './refetch-events.ts';

/** `GET /problems/{id}` (product 7.4). */
const discussedProblemQuery = (id: string | undefined) =>
  queryOptions({
    queryKey: discussedProblemKey(id),
    queryFn: async ({ signal }) => {
      const { data } = await http.get<{ problem?: Problem }>(`/problems/${encodeURIComponent(id ?? '')}`, { signal });
      return requireField(data, 'problem');
    },
    enabled: id !== undefined,
  });

type AgreedProblem = Problem & { agreement: NonNullable<Problem['agreement']> };

/** The agreed price replaces the budget until the agreement ends. */
export const hasAgreedPrice = (problem: Problem): problem is AgreedProblem =>
  Boolean(problem.agreement) && problem.agreement?.status !== 'ended';

export function useDiscussedProblem(id: string | undefined) {
  useInvalidateOnEvents(PROBLEM_EVENTS, [discussedProblemKey(id)]);
  return useQuery(discussedProblemQuery(id));
}

export const hasOpenDispute = (agreed: ConversationEventsResponse | undefined): boolean =>
  agreed?.events.findLast(({ kind }) => kind.startsWith('dispute'))?.kind === 'dispute_opened';

/** `GET /chat/conversations/{id}/events`. A failure shows the messages alone. */
export function useConversationEvents(userId: string, { _id, problem }: Conversation) {
  const queryKey = conversationEventsKey(userId, problem?._id ?? '', _id);
  useInvalidateOnEvents(PROBLEM_EVENTS, [queryKey]);
  return useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<ConversationEventsResponse> => {
      const { data } = await http.get<Partial<ConversationEventsResponse>>(
        `/chat/conversations/${encodeURIComponent(_id)}/events`,
        { signal },
      );
      return { bid: data.bid ?? null, events: requireField(data, 'events') };
    },
    enabled: problem !== null,
  });
}
