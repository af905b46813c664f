import { lazyComponent, useDialogState } from '@solvent/ui';
import type { ComponentType } from 'react';
import { RowMenuButton } from './row-menu-button.tsx';

/** What the menu of a row offers: a way to a page, or something to do. */
export interface RowAction {
  label: string;
  /** An icon of lucide-react. */
  icon: ComponentType<{ size?: number | string }>;
  to?: string;
  isDisabled?: boolean;
  /** @param opener what has the focus again once it is done: the menu's button */
  run?: (opener: HTMLElement) => void;
}

const RowMenuList = lazyComponent(() => import(/* webpackChunkName: "row-menu" */ './row-menu-list.tsx'));

interface RowMenuProps {
  /** What it is the menu of: "More for Flaky tests". */
  label: string;
  actions: readonly RowAction[];
}

/** What else can be done with a row. Its code comes with the first click. */
export function RowMenu({ label, actions }: RowMenuProps) {
  const { isOpen, open, onLoadError } = useDialogState('The menu');
  const button = <RowMenuButton aria-label={label} aria-haspopup="menu" onClick={open} />;
  return isOpen ? <RowMenuList label={label} actions={actions} fallback={button} onLoadError={onLoadError} /> : button;
}
