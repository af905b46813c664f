import { useQueryClient } from '@solvent/http';
import { useNavigate } from '@solvent/router';
import { useUnreadCount } from '@solvent/store';
import { preloadComponent, useDeferredComponent } from '@solvent/ui';
import { useEffect, useId, useState } from 'react';
import { useNotifications } from '../../notification/use-notifications.ts';
import { BellButton } from './bell-button.tsx';
import { startChatSoon } from './start-chat-soon.ts';
import { startNotificationSound } from './notification-sound.ts';
import { useLiveNotifications } from './use-live-notifications.ts';

const loadPanel = () =>
  import(/* webpackChunkName: "bell-panel" */ './bell-panel.tsx').then((module) => ({ Component: module.BellPanel }));
const prepare = () => void preloadComponent(loadPanel);

/** The slot of the top bar: bell, badge, and the dropdown, whose code comes on the first hover, focus or click. */
export function Component() {
  const { query, notifications } = useNotifications();
  const unreadCount = useUnreadCount();
  const client = useQueryClient();
  const navigate = useNavigate();
  const triggerId = useId();
  const [open, setOpen] = useState(false);
  // Without its code the dropdown cannot show: the page shows the same.
  const { Component: Panel } = useDeferredComponent(loadPanel, open, () => {
    setOpen(false);
    void navigate('/notifications');
  });
  useLiveNotifications();
  useEffect(() => startChatSoon(client), [client]);
  useEffect(startNotificationSound, []);

  return (
    <>
      <BellButton
        id={triggerId}
        unreadCount={unreadCount}
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => setOpen(!open)}
      />
      {Panel ? (
        <Panel
          open={open}
          onOpenChange={setOpen}
          triggerId={triggerId}
          notifications={notifications}
          loading={query.isPending}
          onRetry={query.isError && !query.data ? () => void query.refetch() : undefined}
        />
      ) : null}
    </>
  );
}
