import { PAGE_SIZES } from '@solvent/contracts';
import type { Notification } from '@solvent/contracts';
import { Flex, LinkButton, Text } from '@solvent/ui';
import { Popover, Portal } from '@solvent/ui/overlays';
import { useId } from 'react';
import { BellList } from './bell-list.tsx';
import { SoundSwitch } from './sound-switch.tsx';

interface BellPanelProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The id of the bell's button: the dropdown hangs on it and gives the focus back to it. */
  triggerId: string;
  notifications: Notification[];
  loading: boolean;
  onRetry?: (() => void) | undefined;
}

/** The dropdown itself, not its switch, has the focus first. A popover that mounts open would not take it at all. */
const takeFocus = (content: HTMLDivElement | null) => content?.focus({ preventScroll: true });

/** The bell's dropdown. */
export function BellPanel({ open, onOpenChange, triggerId, notifications, loading, onRetry }: BellPanelProps) {
  // Of its own: a popover that mounts late loses the name that its title would give it.
  const titleId = useId();
  const close = () => onOpenChange(false);

  return (
    <Popover.Root
      open={open}
      onOpenChange={(change) => onOpenChange(change.open)}
      ids={{ trigger: triggerId }}
      positioning={{ placement: 'bottom-end', gutter: 8, overflowPadding: 8 }}
      autoFocus={false}
      lazyMount
      unmountOnExit
    >
      <Portal>
        <Popover.Positioner>
          <Popover.Content
            ref={takeFocus}
            aria-labelledby={titleId}
            w="min(380px, calc(100vw - 16px))"
            maxW="none"
            bg="bg.raised"
            rounded="l3"
            borderWidth="1px"
            overflow="hidden"
          >
            <Flex as="header" align="center" justify="space-between" ps="4" pe="2" py="1.5" borderBottomWidth="1px">
              <Text id={titleId} fontWeight="600">
                Notifications
              </Text>
              <SoundSwitch />
            </Flex>
            <BellList notifications={notifications.slice(0, PAGE_SIZES.notifications)} loading={loading} onRetry={onRetry} onOpen={close} />
            <Flex as="footer" borderTopWidth="1px" p="1.5">
              <LinkButton to="/notifications" variant="ghost" size="sm" w="100%" color="brand.fg" onClick={close}>
                View all
              </LinkButton>
            </Flex>
          </Popover.Content>
        </Popover.Positioner>
      </Portal>
    </Popover.Root>
  );
}
