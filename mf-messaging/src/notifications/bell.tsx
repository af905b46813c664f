import { NEW_NOTIFICATION_EVENT } from '@solvent/contracts';
import { useQueryClient } from '@solvent/http';
import { UnreadBadge } from '@solvent/kit';
import { useNavigate } from '@solvent/router';
import { onConnected, onServerEvent } from '@solvent/socket';
import { useUnreadCount } from '@solvent/store';
import { IconButton, lazyComponent, toast, VisuallyHidden } from '@solvent/ui';
import type { IconButtonProps } from '@solvent/ui';
import { Bell } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { onOtherTabChange, receiveNotification, receiveRead, refreshNotifications, useNotifications } from './notifications.ts';
import { isConversationActive, onPageVisible } from '../sync/page-activity.ts';
import { playNotificationSound, startNotificationSound } from './notification-sound.ts';
import { startChatWhenIdle } from '../sync/start-chat-when-idle.ts';

function onWindowEvent(name: string, listener: () => void): () => void {
  window.addEventListener(name, listener);
  return () => window.removeEventListener(name, listener);
}

/** Updates the list on events of the server, this window, and other tabs (product 4.8). */
function useLiveNotifications(): void {
  const client = useQueryClient();
  const navigate = useNavigate();
  const open = useEffectEvent((conversationId: string) => {
    void navigate(`/conversations?${new URLSearchParams({ conversation: conversationId })}`);
  });
  useEffect(() => {
    const refresh = () => refreshNotifications(client);
    const unsubscribes = [
      onServerEvent('new_message_notification', ({ conversationId, message }) => {
        // No toast over the message itself (docs/decisions/0012-no-toast-over-the-message.md).
        if (!isConversationActive(conversationId))
          toast.info('You have a new message', { detail: message.sender.name, onPress: () => open(conversationId) });
        refresh();
        void playNotificationSound(message._id);
      }),
      onServerEvent('message_changed', ({ deletedAt }) => (deletedAt ? refresh() : undefined)),
      onServerEvent('notification', (notification) => receiveNotification(client, notification)),
      onServerEvent('notifications_read', (change) => receiveRead(client, change)),
      onConnected(refresh),
      onPageVisible(refresh),
      onWindowEvent(NEW_NOTIFICATION_EVENT, refresh),
      onOtherTabChange(refresh),
    ];
    return () => unsubscribes.forEach((unsubscribe) => unsubscribe());
  }, [client]);
}

/** "9+" above 9, nothing at 0 (product 9.4). */
function BellButton({ unreadCount, ...props }: { unreadCount: number } & Omit<IconButtonProps, 'children'>) {
  const countId = useId();
  return (
    <>
      <IconButton
        aria-label="Notifications"
        aria-describedby={countId}
        variant="ghost"
        colorPalette="gray"
        color="fg.muted"
        position="relative"
        {...props}
      >
        <Bell size={20} />
        <UnreadBadge count={unreadCount} position="absolute" top="0" insetEnd="0" />
      </IconButton>
      <VisuallyHidden id={countId}>{unreadCount > 0 ? `${unreadCount} unread` : 'None unread'}</VisuallyHidden>
    </>
  );
}

const BellPanel = lazyComponent(() => import(/* webpackChunkName: "bell-panel" */ './bell-panel.tsx'));
const preloadPanel = () => void BellPanel.preload();

/** The top bar's slot. The dropdown's code loads on hover, focus or click. */
export function Component() {
  const { query, notifications } = useNotifications();
  const unreadCount = useUnreadCount();
  const client = useQueryClient();
  const navigate = useNavigate();
  const triggerId = useId();
  const [open, setOpen] = useState(false);
  useLiveNotifications();
  useEffect(() => startChatWhenIdle(client), [client]);
  useEffect(startNotificationSound, []);

  const showPage = () => {
    setOpen(false);
    void navigate('/notifications');
  };

  return (
    <>
      <BellButton
        id={triggerId}
        unreadCount={unreadCount}
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={preloadPanel}
        onFocus={preloadPanel}
        onClick={() => setOpen(!open)}
      />
      <BellPanel
        wanted={open}
        onLoadError={showPage}
        open={open}
        onOpenChange={setOpen}
        triggerId={triggerId}
        notifications={notifications}
        loading={query.isPending}
        onRetry={query.isError && !query.data ? () => void query.refetch() : undefined}
        error={query.error}
      />
    </>
  );
}
