import { PAGE_SIZES } from '@solvent/contracts';
import type { Notification } from '@solvent/contracts';
import { getReference } from '@solvent/http';
import { SwitchTrack } from '@solvent/kit';
import { useSoundEnabled } from '@solvent/store';
import { Box, Button, chakra, Flex, LinkButton, Reference, Stack, Text } from '@solvent/ui';
import { Popover, Portal } from '@solvent/ui/overlays';
import { Volume2, VolumeX } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import type { ReactNode, RefObject } from 'react';
import { useReadNotification } from './notifications.ts';
import { NotificationItem } from './notification-item.tsx';
import { SOUND_SWITCH_ATTRIBUTE, toggleNotificationSound } from './notification-sound.ts';

interface BellListProps {
  notifications: Notification[];
  loading: boolean;
  /** Given when the list could not be loaded. */
  onRetry?: (() => void) | undefined;
  error: unknown;
  onOpen: () => void;
}

/** What the dropdown's list takes at most (product 2.28). */
const LIST_MAX_HEIGHT = '300px';

/** @param minH as high as the list that follows: what stands below must not move away under a click */
function PanelMessage({ minH, children }: { minH?: string; children: ReactNode }) {
  return (
    <Stack align="center" justify="center" gap="3" px="4" py="10" minH={minH} color="fg.muted" role="status">
      {children}
    </Stack>
  );
}

/** The newest notifications, at most 300 px high, or why there are none. */
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
      {notifications.map((notification) => (
        <NotificationItem key={notification._id} notification={notification} compact onOpen={open} />
      ))}
    </chakra.ul>
  );
}

/** The Sound toggle of the dropdown (product 2.28). A plain button: the forms' switch would load all of the forms. */
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
  /** Why it could not be loaded. */
  error: unknown;
  onClose: () => void;
}

function PanelBody({ dialog, titleId, notifications, loading, onRetry, error, onClose }: PanelBodyProps) {
  // The dropdown itself, not its switch, has the focus first. A popover that mounts open would not take it at all.
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
      <Flex borderTopWidth="1px" p="1.5">
        <LinkButton to="/notifications" variant="ghost" colorPalette="gray" size="sm" w="100%" color="brand.fg" onClick={onClose}>
          View all
        </LinkButton>
      </Flex>
    </>
  );
}

interface BellPanelProps extends Pick<PanelBodyProps, 'notifications' | 'loading' | 'onRetry' | 'error'> {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The id of the bell's button: the dropdown hangs on it and gives the focus back to it. */
  triggerId: string;
}

/** A page that a link of the dropdown led to may have taken the focus already: it keeps it. Null: back to the bell. */
function findFocusOutside(dialog: HTMLElement | null): HTMLElement | null {
  const { activeElement, body } = document;
  const isElsewhere = activeElement instanceof HTMLElement && activeElement !== body && !dialog?.contains(activeElement);
  return isElsewhere ? activeElement : null;
}

/** The bell's dropdown. */
export function Component({ open, onOpenChange, triggerId, ...list }: BellPanelProps) {
  const dialog = useRef<HTMLDivElement>(null);
  // Of its own: a popover that mounts late loses the name that its title would give it.
  const titleId = useId();
  return (
    <Popover.Root
      open={open}
      onOpenChange={(change) => onOpenChange(change.open)}
      ids={{ trigger: triggerId }}
      // Fixed, as the bar is: a page that scrolls would carry it away under the pointer.
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
