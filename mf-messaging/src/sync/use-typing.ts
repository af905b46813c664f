import { CHAT } from '@solvent/contracts';
import { onServerEvent, emitToServer } from '@solvent/socket';
import { useSession } from '@solvent/store';
import { useCallback, useEffect, useRef, useState } from 'react';

/** Whether the other one is writing: until their message comes, they go, or nothing is heard for `CHAT.typingLife`. */
function useOtherTyping(conversationId: string): boolean {
  const userId = useSession((session) => session.userData?._id);
  const [typing, setTyping] = useState<string>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let writer: string | undefined;
    const forget = () => {
      clearTimeout(timer);
      setTyping(undefined);
    };
    const stops = [
      onServerEvent('typing', (sign) => {
        if (sign.conversationId !== conversationId || sign.userId === userId) return;
        clearTimeout(timer);
        timer = setTimeout(forget, CHAT.typingLife);
        writer = sign.userId;
        setTyping(conversationId);
      }),
      onServerEvent('message', (message) => {
        if (message.conversationId === conversationId && message.sender._id === writer) forget();
      }),
      onServerEvent('presence', (person) => (person.userId === writer && !person.online ? forget() : undefined)),
    ];
    return () => {
      forget();
      stops.forEach((stop) => stop());
    };
  }, [conversationId, userId]);
  return typing === conversationId;
}

/**
 * The signs of writing in a conversation: the other one's, and one's own.
 *
 * @returns `say`: call it at every change of what one writes; the server hears it at most every `CHAT.typingEvery`
 */
export function useTyping(conversationId: string): { typing: boolean; say: () => void } {
  const typing = useOtherTyping(conversationId);
  const said = useRef({ conversationId, at: -Infinity });
  const say = useCallback(() => {
    const now = performance.now();
    const last = said.current;
    if (last.conversationId === conversationId && now - last.at < CHAT.typingEvery) return;
    said.current = { conversationId, at: now };
    emitToServer('typing', conversationId);
  }, [conversationId]);
  return { typing, say };
}
