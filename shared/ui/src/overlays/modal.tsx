import { CloseButton, Dialog, Portal } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { keepOpenForToasts } from './keep-open-for-toasts.ts';
import { useReturnFocus } from './use-return-focus.ts';

interface ModalProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  /** Buttons; the main one last. */
  footer?: ReactNode;
  /** `full`: the whole window. */
  size?: 'sm' | 'md' | 'lg' | 'xl' | 'full';
  isBusy?: boolean;
  /** Receives the focus afterwards, if not the previously focused element. */
  finalFocusEl?: (() => HTMLElement | null) | undefined;
}

/** Below 768 px a dialog is a bottom sheet (product 10.15). */
const sheetBelowTablet = {
  mt: { mdDown: 'auto' },
  mb: { mdDown: '0' },
  mx: { mdDown: '0' },
  w: { mdDown: '100%' },
  maxW: { mdDown: '100%' },
  maxH: { mdDown: '90dvh' },
  roundedBottom: { mdDown: '0' },
  overflowY: 'auto',
  // Keeps focused elements above the sticky footer.
  scrollPaddingBottom: { mdDown: '24' },
} as const;

const fullWindow = { w: '100%', maxW: '100%', h: '100dvh', maxH: '100dvh', m: '0', rounded: '0', borderWidth: '0' } as const;

export function Modal({ open, onClose, title, children, footer, size = 'md', isBusy = false, finalFocusEl }: ModalProps) {
  const { content, getFinalFocusEl } = useReturnFocus(open, finalFocusEl);
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(change) => (change.open || isBusy ? undefined : onClose())}
      size={size}
      lazyMount
      unmountOnExit
      onInteractOutside={keepOpenForToasts}
      finalFocusEl={getFinalFocusEl}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner alignItems={{ mdDown: 'flex-end' }} p={{ mdDown: '0' }}>
          <Dialog.Content
            ref={content}
            bg="bg.raised"
            rounded="l3"
            borderWidth="1px"
            pb={footer ? undefined : { mdDown: 'env(safe-area-inset-bottom)' }}
            data-full-window={size === 'full' ? '' : undefined}
            {...(size === 'full' ? fullWindow : sheetBelowTablet)}
          >
            <Dialog.Header>
              <Dialog.Title textStyle="sectionTitle">{title}</Dialog.Title>
            </Dialog.Header>
            <Dialog.Body inert={isBusy} minH={size === 'full' ? '0' : undefined}>
              {children}
            </Dialog.Body>
            {footer ? (
              <Dialog.Footer
                position={{ mdDown: 'sticky' }}
                bottom="0"
                pb={{ mdDown: 'calc(1rem + env(safe-area-inset-bottom))' }}
                bg="bg.raised"
              >
                {footer}
              </Dialog.Footer>
            ) : null}
            <Dialog.CloseTrigger asChild>
              <CloseButton size="sm" colorPalette="gray" aria-label="Close" disabled={isBusy} />
            </Dialog.CloseTrigger>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
