import type { MessageLog } from '@solvent/chat';
import type { Message } from '@solvent/contracts';
import { useInfiniteQuery, useQueryClient } from '@solvent/http';
import { onConnected, onServerEvent } from '@solvent/socket';
import { useEffect, useMemo } from 'react';
import { changeStretches, refreshStretches, stretchQuery } from '../api/stretches.ts';
import { getChat } from './chat-client.ts';

const NONE: readonly Message[] = [];

/** Keeps what stretches show as the server has it. */
function useLiveStretches(userId: string, isOpen: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!isOpen) return;
    const take = (fresh: Message) =>
      changeStretches(client, userId, (known) => (known._id === fresh._id && known.revision < fresh.revision ? fresh : known));
    const stops = [onServerEvent('message_changed', take), onConnected(() => refreshStretches(client, userId))];
    return () => stops.forEach((stop) => stop());
  }, [client, userId, isOpen]);
}

/**
 * The messages around a place that lies before a conversation's log. Where somebody has scrolled from there to the log, the two are
 * one, and the log has all of it.
 *
 * @param seq the place; undefined: the log is shown
 */
export function useStretch(userId: string, conversationId: string, seq: number | undefined, log: MessageLog | undefined) {
  const isOpen = seq !== undefined && log !== undefined && (log.messages[0]?.seq ?? 1) > seq;
  const query = useInfiniteQuery({ ...stretchQuery(userId, conversationId, seq ?? 0), enabled: isOpen });
  useLiveStretches(userId, isOpen);
  const pages = query.data?.pages;
  const messages = useMemo(() => pages?.flatMap((page) => page.messages) ?? NONE, [pages]);

  const first = log?.messages[0]?.seq ?? 0;
  const last = messages.at(-1)?.seq ?? 0;
  const revision = Math.min(...(pages ?? []).map((page) => page.revision));
  useEffect(() => {
    if (isOpen && last > 0 && last >= first - 1) getChat()?.sync.prepend(conversationId, { messages: [...messages], revision });
  }, [isOpen, last, first, conversationId, messages, revision]);

  return { isOpen, query, messages };
}
