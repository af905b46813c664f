import { lazyComponent, useDialogState } from '@solvent/ui';
import type { ComponentType } from 'react';
import { RowMenuButton } from './row-menu-button.tsx';

export interface RowAction {
  label: string;
  icon: ComponentType<{ size?: number | string }>;
  to?: string;
  isDisabled?: boolean;
  /** @param opener the menu's button, which gets the focus back */
  run?: (opener: HTMLElement) => void;
}

const RowMenuList = lazyComponent(() => import(/* webpackChunkName: "row-menu" */ './row-menu-list.tsx'));

interface RowMenuProps {
  label: string;
  actions: readonly RowAction[];
}

export function RowMenu({ label, actions }: RowMenuProps) {
  const { isOpen, open, onLoadError } = useDialogState('The menu');
  const button = <RowMenuButton aria-label={label} aria-haspopup="menu" onClick={open} />;
  return isOpen ? <RowMenuList label={label} actions={actions} fallback={button} onLoadError={onLoadError} /> : button;
}
