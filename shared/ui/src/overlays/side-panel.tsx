import { CloseButton, Drawer, Portal } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useReturnedFocus } from './use-returned-focus.ts';

interface SidePanelProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
}

/** Below the top bar, at the end of the window: over the side card of a page and what is beside it, and nothing that is read. */
const BESIDE = {
  top: '56px',
  h: 'calc(100dvh - 56px)',
  w: 'min(560px, calc((100vw - min(100vw, 1200px)) / 2 + 376px))',
  maxW: 'full',
  boxShadow: 'none',
  borderStartWidth: '1px',
} as const;

/** A panel beside the page on large screens, which can still be read and scrolled; Escape closes it from anywhere. */
export function SidePanel({ open, onClose, title, children, footer }: SidePanelProps) {
  const { content, takeFocus } = useReturnedFocus(open);
  return (
    <Drawer.Root
      open={open}
      onOpenChange={(change) => (change.open ? undefined : onClose())}
      placement="end"
      modal={false}
      lazyMount
      unmountOnExit
      finalFocusEl={takeFocus}
    >
      <Portal>
        <Drawer.Positioner>
          <Drawer.Content ref={content} bg="bg.raised" {...BESIDE}>
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
