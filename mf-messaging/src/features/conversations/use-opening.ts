import type { OpenConversationBody } from '@solvent/contracts';
import { useEffect, useEffectEvent } from 'react';
import { useOpenConversation } from '../../api/conversations.ts';

/**
 * Opens or finds the conversation that an address asks for, once for each.
 *
 * @param opening whom with, and about what; undefined: nothing is asked for
 * @param onOpened gets the conversation's id
 */
export function useOpening(opening: OpenConversationBody | undefined, onOpened: (id: string) => void) {
  const { mutate, error } = useOpenConversation();
  const open = (body: OpenConversationBody) => mutate(body, { onSuccess: ({ _id }) => onOpened(_id) });
  const openEarly = useEffectEvent(open);
  const userId = opening?.userId;
  const problemId = opening?.problemId;
  useEffect(() => {
    if (userId) openEarly({ userId, problemId });
  }, [userId, problemId]);
  return { error: opening ? error : null, retry: () => (opening ? open(opening) : undefined) };
}
