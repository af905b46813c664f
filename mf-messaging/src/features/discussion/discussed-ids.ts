/** What /problem/discussion is about. */
export interface DiscussedIds {
  conversationId: string;
  problemId: string | undefined;
}

function idOf(state: unknown, name: 'conversationId' | 'problemId'): string | undefined {
  if (typeof state !== 'object' || state === null) return undefined;
  const id: unknown = Reflect.get(state, name);
  return typeof id === 'string' && id !== '' ? id : undefined;
}

/** From the route's state (product 2.26), else from the query, as in a new tab; null without a conversation. */
export function discussedIds(state: unknown, query: URLSearchParams): DiscussedIds | null {
  const fromState = idOf(state, 'conversationId');
  if (fromState) return { conversationId: fromState, problemId: idOf(state, 'problemId') };
  const conversationId = query.get('conversationId');
  return conversationId ? { conversationId, problemId: query.get('problemId') || undefined } : null;
}

/** The address that carries the ids without a state. */
export function discussionAddress({ conversationId, problemId }: DiscussedIds): string {
  return `/problem/discussion?${new URLSearchParams({ ...(problemId && { problemId }), conversationId })}`;
}
