import { useDialogState } from '@solvent/ui';
import type { LazyComponent } from '@solvent/ui';
import { useState } from 'react';

/**
 * A button beside the search, and the dialog that it opens: the dialog's code comes with the first press, and it opens once that is
 * there.
 *
 * @param what what a person is told did not come: "The filters"
 * @returns `buttonProps` for the button, `dialogProps` for the dialog, `show` to open it without the button
 */
export function useLateDialog<Props>(dialog: LazyComponent<Props>, what: string) {
  const { isOpen, open, close, onLoadError } = useDialogState(what);
  const [isLoading, setLoading] = useState(false);
  async function show() {
    setLoading(true);
    await dialog.preload();
    setLoading(false);
    open();
  }
  return {
    show,
    buttonProps: {
      variant: 'outline',
      colorPalette: 'gray',
      bg: 'bg.panel',
      borderColor: 'border.control',
      flexShrink: '0',
      loading: isLoading,
      'aria-haspopup': 'dialog',
      'aria-expanded': isOpen || isLoading,
      onClick: () => void show(),
    } as const,
    dialogProps: { wanted: isOpen, open: isOpen, onClose: close, onLoadError },
  };
}
