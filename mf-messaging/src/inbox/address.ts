import { CHAT } from '@solvent/contracts';
import type { OpenConversationBody } from '@solvent/contracts';
import { useLocation, useNavigate } from '@solvent/router';
import { useMemo } from 'react';
import type { Target } from '../thread/list/use-shown-messages.ts';

/** What an address of /conversations says. */
interface ConversationsAddress {
  /** Id of the conversation that is open. */
  selected: string | undefined;
  /** The message that is to be in view. */
  target: Target | undefined;
  /** What the list is searched for. */
  search: string;
  /** With whom a conversation is to be opened or found. */
  toOpen: OpenConversationBody | undefined;
}

/** Reads the query of an address. What is selected counts before what is to be opened. */
function readAddress(params: URLSearchParams, key: string): ConversationsAddress {
  const userId = params.get('with');
  const selected = params.get('conversation') || undefined;
  const seq = Number(params.get('message'));
  return {
    selected,
    target: selected && Number.isSafeInteger(seq) && seq > 0 ? { seq, requestId: `${key} ${seq}` } : undefined,
    search: (params.get('search') ?? '').trim().slice(0, CHAT.searchMax),
    toOpen: userId && !selected ? { userId, problemId: params.get('problem') || undefined } : undefined,
  };
}

/** The address of a conversation, of a message in it, or of the list alone. A search stays. */
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

/** What the address of the page says, and how to change it. */
export function useConversationsAddress() {
  const { search: query, key } = useLocation();
  const navigate = useNavigate();
  const address = useMemo(() => readAddress(new URLSearchParams(query), key), [query, key]);
  return {
    ...address,
    /** Steps of a search are no pages of their own. */
    searchFor: (search: string) => void navigate(buildConversationPath({ selected: address.selected, search }), { replace: true }),
    /** A conversation that was opened replaces the address that asked for it. */
    replaceWithConversation: (selected: string) => void navigate(buildConversationPath({ selected, search: address.search }), { replace: true }),
  };
}
