import { NEW_NOTIFICATION_EVENT } from '@solvent/contracts';
import { useQueryClient } from '@solvent/http';
import { onConnected, onServerEvent } from '@solvent/socket';
import { toast } from '@solvent/ui';
import { useEffect } from 'react';
import { isLookedAt, onReturn } from '../../chat/attention.ts';
import { receiveNotification, receiveRead, refreshNotifications } from '../../notification/live-list.ts';
import { onOtherTabChange } from '../../notification/other-tabs.ts';
import { playNotificationSound } from './notification-sound.ts';

function onWindowEvent(name: string, listener: () => void): () => void {
  window.addEventListener(name, listener);
  return () => window.removeEventListener(name, listener);
}

/** Keeps the list up to date by what the server, this window and the other tabs say (product 4.8). */
export function useLiveNotifications(): void {
  const client = useQueryClient();
  useEffect(() => {
    const refresh = () => refreshNotifications(client);
    const stops = [
      onServerEvent('new_message_notification', ({ conversationId, message }) => {
        // Who looks at the message needs no word about it (docs/decisions/0012-no-toast-over-the-message.md).
        if (!isLookedAt(conversationId)) toast.info('You have a new message');
        refresh();
        void playNotificationSound(message._id);
      }),
      onServerEvent('notification', (notification) => receiveNotification(client, notification)),
      onServerEvent('notifications_read', (change) => receiveRead(client, change)),
      onConnected(refresh),
      onReturn(refresh),
      onWindowEvent(NEW_NOTIFICATION_EVENT, refresh),
      onOtherTabChange(refresh),
    ];
    return () => stops.forEach((stop) => stop());
  }, [client]);
}
