import { NEW_NOTIFICATION_EVENT } from '@solvent/contracts';
import { useQueryClient } from '@solvent/http';
import { onConnected, onServerEvent } from '@solvent/socket';
import { toast } from '@solvent/ui';
import { useEffect } from 'react';
import { receiveNotification, refreshNotifications } from '../../notification/live-list.ts';
import { onOtherTabChange } from '../../notification/other-tabs.ts';
import { playNotificationSound } from './notification-sound.ts';

function onWindowEvent(name: string, listener: () => void): () => void {
  window.addEventListener(name, listener);
  return () => window.removeEventListener(name, listener);
}

/** Keeps the list up to date by what the server, this window and the other tabs say (spec 4). */
export function useLiveNotifications(): void {
  const client = useQueryClient();
  useEffect(() => {
    const refresh = () => void refreshNotifications(client);
    const stops = [
      onServerEvent('new_message_notification', () => {
        toast.info('You have a new message');
        refresh();
        void playNotificationSound();
      }),
      onServerEvent('notification', (notification) => receiveNotification(client, notification)),
      onConnected(refresh),
      onWindowEvent(NEW_NOTIFICATION_EVENT, refresh),
      onOtherTabChange(refresh),
    ];
    return () => stops.forEach((stop) => stop());
  }, [client]);
}
