import { BADGE_MAX } from '@solvent/contracts';
import { chakra, IconButton, VisuallyHidden } from '@solvent/ui';
import type { IconButtonProps } from '@solvent/ui';
import { Bell } from 'lucide-react';
import { useId } from 'react';

function UnreadBadge({ count }: { count: number }) {
  return (
    <chakra.span
      position="absolute"
      top="0"
      insetEnd="0"
      minW="4"
      h="4"
      px="1"
      rounded="full"
      bg="brand.solid"
      color="brand.contrast"
      fontSize="10px"
      lineHeight="16px"
      fontWeight="700"
      fontVariantNumeric="tabular-nums"
      textAlign="center"
      aria-hidden
    >
      {count > BADGE_MAX ? `${BADGE_MAX}+` : count}
    </chakra.span>
  );
}

/** The bell with the number of unread ones: "9+" above 9, nothing at 0 (product 9.4). */
export function BellButton({ unreadCount, ...props }: { unreadCount: number } & Omit<IconButtonProps, 'children'>) {
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
        {unreadCount > 0 ? <UnreadBadge count={unreadCount} /> : null}
      </IconButton>
      <VisuallyHidden id={countId}>{unreadCount > 0 ? `${unreadCount} unread` : 'None unread'}</VisuallyHidden>
    </>
  );
}
