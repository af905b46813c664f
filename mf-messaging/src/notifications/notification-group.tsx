import type { Notification } from '@solvent/contracts';
import { Box, chakra } from '@solvent/ui';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { NotificationItem } from './notification-item.tsx';

const Toggle = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '1.5',
    w: '100%',
    minH: '32px',
    // Aligned with the title beside the picture.
    ps: { base: '56px', md: '60px' },
    pe: '4',
    pb: '2',
    textStyle: 'meta',
    fontWeight: '500',
    color: 'fg.muted',
    textAlign: 'start',
    cursor: 'pointer',
    _hover: { color: 'fg' },
    focusVisibleRing: 'inside',
    '@media (pointer: coarse)': { minH: '44px' },
  },
});

interface NotificationGroupProps {
  notifications: readonly [Notification, ...Notification[]];
  compact?: boolean;
  onOpen: (notification: Notification) => void;
}

/** The newest event of a problem; the others are shown on request (product 2.27). */
export function NotificationGroup({ notifications: [newest, ...others], compact = false, onOpen }: NotificationGroupProps) {
  const [isOpen, setOpen] = useState(false);
  const listId = useId();
  const unreadCount = others.filter(({ read }) => !read).length;
  return (
    <NotificationItem notification={newest} compact={compact} onOpen={onOpen}>
      {others.length > 0 ? (
        <>
          <Toggle type="button" aria-expanded={isOpen} aria-controls={listId} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Show less' : `${others.length} more about this problem`}
            {unreadCount > 0 && !isOpen ? `, ${unreadCount} unread` : null}
            <Box as="span" transform={isOpen ? 'rotate(180deg)' : undefined} transition="transform 150ms" aria-hidden>
              <ChevronDown size={14} />
            </Box>
          </Toggle>
          <Box as="ul" id={listId} listStyleType="none" borderTopWidth={isOpen ? '1px' : undefined} ps="4" bg="bg.subtle">
            {isOpen
              ? others.map((other) => <NotificationItem key={other._id} notification={other} compact={compact} onOpen={onOpen} />)
              : null}
          </Box>
        </>
      ) : null}
    </NotificationItem>
  );
}
