import { IconButton, lazyComponent, useDialogState } from '@solvent/ui';
import type { IconButtonProps } from '@solvent/ui';
import { Ellipsis } from 'lucide-react';
import type { ComponentType, Ref } from 'react';

/** What the menu of a row offers: a way to a page, or something to do. */
export interface RowAction {
  label: string;
  /** An icon of lucide-react. */
  icon: ComponentType<{ size?: number | string }>;
  to?: string;
  /** @param opener what has the focus again once it is done: the menu's button */
  run?: (opener: HTMLElement) => void;
}

const RowMenuList = lazyComponent(() => import(/* webpackChunkName: "row-menu" */ './row-menu-list.tsx'));

/** The button that opens the menu of a row. */
export const RowMenuButton = (props: IconButtonProps & { ref?: Ref<HTMLButtonElement> }) => (
  <IconButton
    variant="ghost"
    colorPalette="gray"
    size="sm"
    minW={{ base: '44px', lg: '36px' }}
    h={{ base: '44px', lg: '36px' }}
    {...props}
  >
    <Ellipsis size={16} aria-hidden />
  </IconButton>
);

interface RowMenuProps {
  /** What it is the menu of: "More for Flaky tests". */
  label: string;
  actions: readonly RowAction[];
}

/** What else can be done with a row. Its code comes with the first click. */
export function RowMenu({ label, actions }: RowMenuProps) {
  const { isOpen, open, onLoadError } = useDialogState('The menu could not be loaded. Please try again.');
  const button = <RowMenuButton aria-label={label} aria-haspopup="menu" onClick={open} />;
  return isOpen ? <RowMenuList label={label} actions={actions} fallback={button} onLoadError={onLoadError} /> : button;
}
