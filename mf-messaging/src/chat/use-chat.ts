import { useQueryClient } from '@solvent/http';
import { useEffect, useSyncExternalStore } from 'react';
import { getChat, onChatChange, startChat } from './chat-client.ts';
import type { Chat } from './open-chat.ts';

/** The signed-in person's chat, which runs for as long as somebody uses it; undefined while nobody is signed in. */
export function useChat(): Chat | undefined {
  const client = useQueryClient();
  useEffect(() => startChat(client), [client]);
  return useSyncExternalStore(onChatChange, getChat);
}
