import { ChipGroup, ToggleChip } from '@solvent/kit';
import { Button, Flex } from '@solvent/ui';
import { CheckCheck, Trash2 } from 'lucide-react';
import { useClearAll, useMarkAllRead } from './notifications.ts';

export interface FocusAfter {
  /** Receives the focus when a clicked button is removed. */
  heading: () => HTMLElement | null;
}

/** Removes all notifications. No confirmation, because it can be undone (product 4.38). */
export function ClearAllButton({ onCleared, heading }: FocusAfter & { onCleared: () => void }) {
  const clearAll = useClearAll(onCleared);
  const clear = () => {
    heading()?.focus();
    clearAll();
  };
  return (
    <Button variant="ghost" colorPalette="gray" color="fg.muted" me="-3" onClick={clear}>
      <Trash2 size={16} aria-hidden />
      Clear all
    </Button>
  );
}

interface FilterBarProps extends FocusAfter {
  unreadCount: number;
  onlyUnread: boolean;
  onChange: (onlyUnread: boolean) => void;
}

/** "Mark all as read" is beside the filter, away from "Clear all". */
export function FilterBar({ unreadCount, onlyUnread, onChange, heading }: FilterBarProps) {
  const markAllRead = useMarkAllRead();
  const markAll = () => {
    heading()?.focus();
    markAllRead();
  };
  return (
    <Flex align="center" gap="3" mb="4" wrap="wrap" minH="36px">
      <ChipGroup aria-label="Show">
        <ToggleChip pressed={!onlyUnread} onClick={() => onChange(false)}>
          All
        </ToggleChip>
        <ToggleChip pressed={onlyUnread} onClick={() => onChange(true)}>
          Unread{unreadCount > 0 ? ` ${unreadCount}` : ''}
        </ToggleChip>
      </ChipGroup>
      {unreadCount > 0 ? (
        <Button variant="ghost" colorPalette="gray" size="sm" onClick={markAll}>
          <CheckCheck size={16} aria-hidden />
          Mark all as read
        </Button>
      ) : null}
    </Flex>
  );
}
