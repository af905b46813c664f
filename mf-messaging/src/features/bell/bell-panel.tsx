import { PAGE_SIZES } from '@solvent/contracts';
import type { Notification } from '@solvent/contracts';
import { Flex, LinkButton, Text } from '@solvent/ui';
import { Popover, Portal } from '@solvent/ui/overlays';
import { useEffect, useId, useRef } from 'react';
import type { RefObject } from 'react';
import { BellList } from './bell-list.tsx';
import { SoundSwitch } from './sound-switch.tsx';

interface PanelBodyProps {
  dialog: RefObject<HTMLDivElement | null>;
  titleId: string;
  notifications: Notification[];
  loading: boolean;
  onRetry?: (() => void) | undefined;
  onClose: () => void;
}

function PanelBody({ dialog, titleId, notifications, loading, onRetry, onClose }: PanelBodyProps) {
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

interface BellPanelProps extends Pick<PanelBodyProps, 'notifications' | 'loading' | 'onRetry'> {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The id of the bell's button: the dropdown hangs on it and gives the focus back to it. */
  triggerId: string;
}

/** A page that a link of the dropdown led to may have taken the focus already: it keeps it. Null: back to the bell. */
function focusTakenElsewhere(dialog: HTMLElement | null): HTMLElement | null {
  const { activeElement, body } = document;
  const isElsewhere = activeElement instanceof HTMLElement && activeElement !== body && !dialog?.contains(activeElement);
  return isElsewhere ? activeElement : null;
}

/** The bell's dropdown. */
export function BellPanel({ open, onOpenChange, triggerId, ...list }: BellPanelProps) {
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
      finalFocusEl={() => focusTakenElsewhere(dialog.current)}
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
