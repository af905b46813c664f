import { CloseButton, Drawer, Portal } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { stayForToasts } from './stay-for-toasts.ts';
import { useReturnedFocus } from './use-returned-focus.ts';

interface SheetProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
  /** Where it comes from. */
  side?: 'bottom' | 'start' | 'end';
}

/** A panel that slides in from an edge: the mobile menu, the filters on a phone. */
export function Sheet({ open, onClose, title, children, footer, side = 'bottom' }: SheetProps) {
  const { content, takeFocus } = useReturnedFocus(open);
  return (
    <Drawer.Root
      open={open}
      onOpenChange={(change) => (change.open ? undefined : onClose())}
      placement={side}
      lazyMount
      unmountOnExit
      onInteractOutside={stayForToasts}
      finalFocusEl={takeFocus}
    >
      <Portal>
        <Drawer.Backdrop />
        <Drawer.Positioner>
          <Drawer.Content
            ref={content}
            bg="bg.raised"
            maxH={side === 'bottom' ? '85dvh' : undefined}
            roundedTop={side === 'bottom' ? 'l3' : undefined}
            pb="env(safe-area-inset-bottom)"
          >
            <Drawer.Header>
              <Drawer.Title textStyle="sectionTitle">{title}</Drawer.Title>
            </Drawer.Header>
            <Drawer.Body>{children}</Drawer.Body>
            {footer ? <Drawer.Footer>{footer}</Drawer.Footer> : null}
            <Drawer.CloseTrigger asChild>
              <CloseButton size="sm" colorPalette="gray" aria-label="Close" />
            </Drawer.CloseTrigger>
          </Drawer.Content>
        </Drawer.Positioner>
      </Portal>
    </Drawer.Root>
  );
}
