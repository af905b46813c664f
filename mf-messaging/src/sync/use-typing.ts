import { CHAT } from '@solvent/contracts';
import { onServerEvent, emitToServer } from '@solvent/socket';
import { useSession } from '@solvent/store';
import { useCallback, useEffect, useRef, useState } from 'react';

/** True until the other user sends a message, goes offline, or is silent for `CHAT.typingLifetimeMs`. */
function useOtherTyping(conversationId: string): boolean {
  const userId = useSession((session) => session.userData?._id);
  const [typing, setTyping] = useState<string>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let typingUserId: string | undefined;
    const clear = () => {
      clearTimeout(timer);
      setTyping(undefined);
    };
    const unsubscribes = [
      onServerEvent('typing', (event) => {
        if (event.conversationId !== conversationId || event.userId === userId) return;
        clearTimeout(timer);
        timer = setTimeout(clear, CHAT.typingLifetimeMs);
        typingUserId = event.userId;
        setTyping(conversationId);
      }),
      onServerEvent('message', (message) => {
        if (message.conversationId === conversationId && message.sender._id === typingUserId) clear();
      }),
      onServerEvent('presence', (person) => (person.userId === typingUserId && !person.online ? clear() : undefined)),
    ];
    return () => {
      clear();
      unsubscribes.forEach((unsubscribe) => unsubscribe());
    };
  }, [conversationId, userId]);
  return typing === conversationId;
}

/** Sends and receives typing events; call `notifyTyping` at every change, it is throttled to `CHAT.typingIntervalMs`. */
export function useTyping(conversationId: string): { typing: boolean; notifyTyping: () => void } {
  const typing = useOtherTyping(conversationId);
  const lastSent = useRef({ conversationId, at: -Infinity });
  const notifyTyping = useCallback(() => {
    const now = performance.now();
    const last = lastSent.current;
    if (last.conversationId === conversationId && now - last.at < CHAT.typingIntervalMs) return;
    lastSent.current = { conversationId, at: now };
    emitToServer('typing', conversationId);
  }, [conversationId]);
  return { typing, notifyTyping };
}
