import { Button, confirm, preloadConfirm } from '@solvent/ui';
import { CheckCheck, Trash2 } from 'lucide-react';
import { useClearAll, useMarkAllRead } from './notifications.ts';

interface ListActionsProps {
  hasUnread: boolean;
  hasNotifications: boolean;
  /** Receives the focus when a clicked button is removed. */
  heading: () => HTMLElement | null;
}

/** "Mark all as read" if any notification is unread, "Clear all" if there are notifications (product 2.27). */
export function ListActions({ hasUnread, hasNotifications, heading }: ListActionsProps) {
  const markAllRead = useMarkAllRead();
  const clearAll = useClearAll();
  const clear = async () => {
    const isConfirmed = await confirm({
      title: 'Clear all notifications?',
      text: 'Read and unread notifications are permanently deleted.',
      action: 'Clear all',
      destructive: true,
      finalFocusEl: heading,
    });
    if (isConfirmed) clearAll();
  };
  const markAll = () => {
    heading()?.focus();
    markAllRead();
  };

  return (
    <>
      {hasUnread ? (
        <Button variant="outline" colorPalette="gray" onClick={markAll}>
          <CheckCheck size={16} aria-hidden />
          Mark all as read
        </Button>
      ) : null}
      {hasNotifications ? (
        <Button
          variant="outline"
          colorPalette="gray"
          onClick={() => void clear()}
          onPointerEnter={preloadConfirm}
          onFocus={preloadConfirm}
        >
          <Trash2 size={16} aria-hidden />
          Clear all
        </Button>
      ) : null}
    </>
  );
}
