import { PAGE_SIZES } from '@solvent/contracts';
import type { Notification } from '@solvent/contracts';
import { getReference } from '@solvent/http';
import { SwitchTrack } from '@solvent/kit';
import { useSoundEnabled, useUnreadCount } from '@solvent/store';
import { Box, Button, chakra, Flex, LinkButton, Reference, Stack, Text } from '@solvent/ui';
import { Popover, Portal } from '@solvent/ui/overlays';
import { Volume2, VolumeX } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import type { ReactNode, RefObject } from 'react';
import { groupByProblem } from './notification-updates.ts';
import { useMarkAllRead, useReadNotification } from './notifications.ts';
import { NotificationGroup } from './notification-group.tsx';
import { SOUND_SWITCH_ATTRIBUTE, toggleNotificationSound } from './notification-sound.ts';

interface BellListProps {
  notifications: Notification[];
  loading: boolean;
  onRetry?: (() => void) | undefined;
  error: unknown;
  onOpen: () => void;
}

/** Longer lists scroll (product 2.28). */
const LIST_MAX_HEIGHT = '300px';

/** `minH` reserves the height of the list that follows, so that nothing moves under a click. */
function PanelMessage({ minH, children }: { minH?: string; children: ReactNode }) {
  return (
    <Stack align="center" justify="center" gap="3" px="4" py="10" minH={minH} color="fg.muted" role="status">
      {children}
    </Stack>
  );
}

function BellList({ notifications, loading, onRetry, error, onOpen }: BellListProps) {
  const read = useReadNotification();
  const open = (notification: Notification) => {
    if (!notification.read) read(notification._id);
    onOpen();
  };

  if (onRetry) {
    return (
      <PanelMessage>
        <Box textAlign="center">
          <Text>Notifications could not be loaded.</Text>
          <Reference of={getReference(error)} />
        </Box>
        <Button size="sm" variant="outline" colorPalette="gray" onClick={onRetry}>
          Try again
        </Button>
      </PanelMessage>
    );
  }
  if (loading) return <PanelMessage minH={LIST_MAX_HEIGHT}>Loading notifications...</PanelMessage>;
  if (notifications.length === 0) return <PanelMessage>No notifications yet</PanelMessage>;
  return (
    <chakra.ul maxH={LIST_MAX_HEIGHT} overflowY="auto" overscrollBehavior="contain" listStyleType="none">
      {groupByProblem(notifications).map((group) => (
        <NotificationGroup key={group[0]._id} notifications={group} compact onOpen={open} />
      ))}
    </chakra.ul>
  );
}

/** The sound switch (product 2.28). A plain button, because the kit's switch loads the code of all forms. */
function SoundSwitch() {
  const enabled = useSoundEnabled();
  const Icon = enabled ? Volume2 : VolumeX;
  return (
    <chakra.button
      type="button"
      role="switch"
      aria-checked={enabled}
      aria-label="Notification sound"
      display="flex"
      alignItems="center"
      gap="2"
      minH="36px"
      px="2"
      rounded="l2"
      color="fg.muted"
      cursor="pointer"
      _hover={{ bg: 'bg.muted' }}
      css={{ '@media (pointer: coarse)': { minH: '44px' } }}
      focusVisibleRing="outside"
      onClick={toggleNotificationSound}
      {...SOUND_SWITCH_ATTRIBUTE}
    >
      <Icon size={16} aria-hidden />
      Sound
      <SwitchTrack on={enabled} />
    </chakra.button>
  );
}

interface PanelBodyProps {
  dialog: RefObject<HTMLDivElement | null>;
  titleId: string;
  notifications: Notification[];
  loading: boolean;
  onRetry?: (() => void) | undefined;
  error: unknown;
  onClose: () => void;
}

function PanelBody({ dialog, titleId, notifications, loading, onRetry, error, onClose }: PanelBodyProps) {
  const unreadCount = useUnreadCount();
  const markAllRead = useMarkAllRead();
  const markAll = () => {
    dialog.current?.focus({ preventScroll: true });
    markAllRead();
  };
  // Focuses the dropdown, not its switch. The popover does not do so when it mounts open.
  useEffect(() => dialog.current?.focus({ preventScroll: true }), [dialog]);
  return (
    <>
      <Flex align="center" justify="space-between" ps="4" pe="2" py="1.5" borderBottomWidth="1px">
        <Text id={titleId} fontWeight="600">
          Notifications
        </Text>
        <SoundSwitch />
      </Flex>
      <BellList
        notifications={notifications.slice(0, PAGE_SIZES.notifications)}
        loading={loading}
        onRetry={onRetry}
        error={error}
        onOpen={onClose}
      />
      <Flex borderTopWidth="1px" p="1.5" gap="1.5">
        {unreadCount > 0 ? (
          <Button variant="ghost" colorPalette="gray" size="sm" onClick={markAll}>
            Mark all as read
          </Button>
        ) : null}
        <LinkButton
          to="/notifications"
          variant="ghost"
          colorPalette="gray"
          size="sm"
          ms="auto"
          color="brand.fg"
          onClick={onClose}
        >
          View all
        </LinkButton>
      </Flex>
    </>
  );
}

interface BellPanelProps extends Pick<PanelBodyProps, 'notifications' | 'loading' | 'onRetry' | 'error'> {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  triggerId: string;
}

/** Returns the element that a followed link has focused; null returns the focus to the bell. */
function findFocusOutside(dialog: HTMLElement | null): HTMLElement | null {
  const { activeElement, body } = document;
  const isElsewhere = activeElement instanceof HTMLElement && activeElement !== body && !dialog?.contains(activeElement);
  return isElsewhere ? activeElement : null;
}

export function Component({ open, onOpenChange, triggerId, ...list }: BellPanelProps) {
  const dialog = useRef<HTMLDivElement>(null);
  // Names the dialog explicitly: a lazily loaded popover does not pick up the id of its own title.
  const titleId = useId();
  return (
    <Popover.Root
      open={open}
      onOpenChange={(change) => onOpenChange(change.open)}
      ids={{ trigger: triggerId }}
      // Fixed like the top bar: otherwise it scrolls away from the bell.
      positioning={{ placement: 'bottom-end', gutter: 8, overflowPadding: 8, strategy: 'fixed' }}
      autoFocus={false}
      finalFocusEl={() => findFocusOutside(dialog.current)}
      lazyMount
      unmountOnExit
    >
      <Portal>
        <Popover.Positioner>
          <Popover.Content
            ref={dialog}
            aria-labelledby={titleId}
            w="min(380px, calc(100vw - 16px))"
            maxW="none"
            bg="bg.raised"
            rounded="l3"
            borderWidth="1px"
            overflow="hidden"
          >
            <PanelBody dialog={dialog} titleId={titleId} onClose={() => onOpenChange(false)} {...list} />
          </Popover.Content>
        </Popover.Positioner>
      </Portal>
    </Popover.Root>
  );
}
