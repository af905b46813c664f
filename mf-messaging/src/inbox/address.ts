import { CHAT, cutText } from '@solvent/contracts';
import type { ConversationFilter, OpenConversationBody } from '@solvent/contracts';
import { useLocation, useNavigate } from '@solvent/router';
import { useMemo } from 'react';
import { readFilter } from '../sync/use-conversations.ts';
import type { Target } from '../thread/list/use-shown-messages.ts';

interface ConversationsAddress {
  selected: string | undefined;
  target: Target | undefined;
  search: string;
  filter: ConversationFilter | undefined;
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
    filter: readFilter(params),
    toOpen: userId && !selected ? { userId, problemId: params.get('problem') || undefined } : undefined,
  };
}

export function buildConversationPath({
  selected,
  search,
  filter,
  message,
}: Partial<Pick<ConversationsAddress, 'selected' | 'search' | 'filter'>> & { message?: number }): string {
  const query = new URLSearchParams({
    ...(selected && { conversation: selected }),
    ...(message && { message: String(message) }),
    ...(filter && { filter }),
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
    /** Replaces the history entry: neither steps of a search nor filters nor a `?with=` address are pages. */
    replace: (change: Partial<ConversationsAddress>) =>
      void navigate(buildConversationPath({ ...address, ...change }), { replace: true }),
  };
}

/** Builds addresses that keep the search and filter of the list. */
export function useConversationPath() {
  const { search, filter } = useConversationsAddress();
  return (selected?: string, message?: number) =>
    buildConversationPath({ search, filter, ...(selected && { selected }), ...(message && { message }) });
}
