import { CloseButton, Drawer, Portal } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { keepOpenForToasts } from './keep-open-for-toasts.ts';
import { useReturnFocus } from './use-return-focus.ts';

interface SheetProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
  side?: 'bottom' | 'start' | 'end';
}

export function Sheet({ open, onClose, title, children, footer, side = 'bottom' }: SheetProps) {
  const { content, getFinalFocusEl } = useReturnFocus(open);
  return (
    <Drawer.Root
      open={open}
      onOpenChange={(change) => (change.open ? undefined : onClose())}
      placement={side}
      lazyMount
      unmountOnExit
      onInteractOutside={keepOpenForToasts}
      finalFocusEl={getFinalFocusEl}
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
