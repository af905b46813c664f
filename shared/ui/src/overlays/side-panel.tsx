import { CloseButton, Drawer, Portal, useDialog } from '@chakra-ui/react';
import { useEffect, useId, useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { keepOpenForToasts } from './keep-open-for-toasts.ts';
import { useReturnFocus } from './use-return-focus.ts';

interface SidePanelProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
  isBusy?: boolean;
  finalFocusEl?: (() => HTMLElement | null) | undefined;
}

/** Chakra's `lg` breakpoint. */
const WIDE_QUERY = '(min-width: 64rem)';

function subscribeToWidth(onChange: () => void): () => void {
  const query = window.matchMedia(WIDE_QUERY);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

const useIsWide = (): boolean => useSyncExternalStore(subscribeToWidth, () => window.matchMedia(WIDE_QUERY).matches);

const POSITION = {
  justifyContent: { base: 'center', lg: 'flex-end' },
  alignItems: { base: 'flex-end', md: 'center', lg: 'stretch' },
} as const;

/** On large screens, covers the side card but no reading content. Otherwise like `Modal`. */
const PANEL_STYLE = {
  top: { lg: 'calc(56px + var(--connection-line, 0px))' },
  h: { lg: 'calc(100dvh - 56px - var(--connection-line, 0px))' },
  maxH: { base: '90dvh', md: 'calc(100dvh - 120px)', lg: '100dvh' },
  // Toasts are beside it (toaster.css).
  w: { base: 'full', lg: 'min(560px, calc((100vw - min(100vw, 1200px)) / 2 + 376px))' },
  maxW: { base: 'full', md: 'lg', lg: 'full' },
  boxShadow: { lg: 'none' },
  borderWidth: { lgDown: '1px' },
  borderStartWidth: { lg: '1px' },
  roundedTop: { lgDown: 'l3' },
  roundedBottom: { md: 'l3', lg: '0' },
  pb: { mdDown: 'env(safe-area-inset-bottom)' },
  _open: { animationName: { lgDown: 'fade-in' } },
  _closed: { animationName: { lgDown: 'fade-out' } },
} as const;

/** A non-modal panel on large screens, else a dialog. They share elements, so that fields keep caret and undo history. */
export function SidePanel({ open, onClose, title, children, footer, isBusy = false, finalFocusEl }: SidePanelProps) {
  const isWide = useIsWide();
  const [wasWide, setWasWide] = useState(isWide);
  // Switches in two steps: a closing state machine would remove the layer that it shares with the opening one.
  useEffect(() => setWasWide(isWide), [isWide]);
  const isSwitching = isWide !== wasWide;
  const { content, getFinalFocusEl } = useReturnFocus(open, finalFocusEl);
  const shared = {
    id: useId(),
    onOpenChange: (change: { open: boolean }) => (change.open || isBusy ? undefined : onClose()),
    onInteractOutside: keepOpenForToasts,
    // Keeps the focus when panel and dialog replace each other.
    initialFocusEl: () => (content.current?.contains(document.activeElement) ? (document.activeElement as HTMLElement) : null),
    finalFocusEl: getFinalFocusEl,
  };
  const dialog = useDialog({ ...shared, modal: true, open: open && !isWide && !isSwitching });
  const panel = useDialog({ ...shared, modal: false, open: open && isWide && !isSwitching });
  return (
    <Drawer.RootProvider value={isWide ? panel : dialog} present={open} placement="end" lazyMount unmountOnExit>
      <Portal>
        {isWide ? null : <Drawer.Backdrop />}
        <Drawer.Positioner {...POSITION}>
          <Drawer.Content ref={content} bg="bg.raised" data-side-panel="" {...PANEL_STYLE}>
            <Drawer.Header>
              <Drawer.Title textStyle="sectionTitle">{title}</Drawer.Title>
            </Drawer.Header>
            <Drawer.Body inert={isBusy}>{children}</Drawer.Body>
            {footer ? <Drawer.Footer>{footer}</Drawer.Footer> : null}
            <Drawer.CloseTrigger asChild>
              <CloseButton size="sm" colorPalette="gray" aria-label="Close" disabled={isBusy} />
            </Drawer.CloseTrigger>
          </Drawer.Content>
        </Drawer.Positioner>
      </Portal>
    </Drawer.RootProvider>
  );
}
