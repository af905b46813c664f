import { IconButton, lazyComponent, useDialogState } from '@solvent/ui';
import { Ellipsis } from 'lucide-react';
import type { ComponentType } from 'react';

export interface MenuAction {
  label: string;
  icon: ComponentType<{ size?: number | string }>;
  to?: string;
  /** @param opener the menu's button, which gets the focus back */
  run?: (opener: HTMLElement) => void;
}

const MenuList = lazyComponent(() => import(/* webpackChunkName: "action-menu" */ './action-menu-list.tsx'));

/** A button with a menu, whose code loads on the first click. */
export function ActionMenu({ label, actions }: { label: string; actions: readonly MenuAction[] }) {
  const { isOpen, open, onLoadError } = useDialogState('The menu');
  const button = (
    <IconButton
      variant="ghost"
      colorPalette="gray"
      size="sm"
      h={{ base: '44px', lg: '36px' }}
      aria-label={label}
      aria-haspopup="menu"
      onClick={open}
    >
      <Ellipsis size={16} aria-hidden />
    </IconButton>
  );
  return isOpen ? <MenuList trigger={button} actions={actions} fallback={button} onLoadError={onLoadError} /> : button;
}
