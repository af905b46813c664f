import { CHAT, cutText } from '@solvent/contracts';
import type { OpenConversationBody } from '@solvent/contracts';
import { useLocation, useNavigate } from '@solvent/router';
import { useMemo } from 'react';
import type { Target } from '../thread/list/use-shown-messages.ts';

interface ConversationsAddress {
  selected: string | undefined;
  target: Target | undefined;
  search: string;
  /** Participant and problem of the conversation to open or create. */
  toOpen: OpenConversationBody | undefined;
}

function readAddress(params: URLSearchParams, key: string): ConversationsAddress {
  const userId = params.get('with');
  const selected = params.get('conversation') || undefined;
  const seq = Number(params.get('message'));
  return {
    selected,
    target: selected && Number.isSafeInteger(seq) && seq > 0 ? { seq, requestId: `${key} ${seq}` } : undefined,
    search: cutText((params.get('search') ?? '').trim(), CHAT.searchMax),
    toOpen: userId && !selected ? { userId, problemId: params.get('problem') || undefined } : undefined,
  };
}

export function buildConversationPath({
  selected,
  search,
  message,
}: Partial<Pick<ConversationsAddress, 'selected' | 'search'>> & { message?: number }): string {
  const query = new URLSearchParams({
    ...(selected && { conversation: selected }),
    ...(message && { message: String(message) }),
    ...(search && { search }),
  });
  return query.size > 0 ? `/conversations?${query}` : '/conversations';
}

export function useConversationsAddress() {
  const { search: query, key } = useLocation();
  const navigate = useNavigate();
  const address = useMemo(() => readAddress(new URLSearchParams(query), key), [query, key]);
  return {
    ...address,
    /** Replaces the history entry: the steps of a search are not pages. */
    searchFor: (search: string) =>
      void navigate(buildConversationPath({ selected: address.selected, search }), { replace: true }),
    /** Replaces the `?with=` address by the conversation that it opened. */
    replaceWithConversation: (selected: string) =>
      void navigate(buildConversationPath({ selected, search: address.search }), { replace: true }),
  };
}
