import { Link } from '@solvent/router';
import { Menu, Portal } from '@solvent/ui/overlays';
import { useRef, useState } from 'react';
import { RowMenuButton } from './row-menu-button.tsx';
import type { RowAction } from './row-menu.tsx';

/** Loads on the first click, so it starts open. */
export function Component({ label, actions }: { label: string; actions: readonly RowAction[] }) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(true);
  // Keeps the labels while closing: a longer one would make the menu wider than the screen.
  const [shown, setShown] = useState(actions);
  if (isOpen && shown !== actions) setShown(actions);
  return (
    <Menu.Root open={isOpen} onOpenChange={({ open }) => setOpen(open)} positioning={{ placement: 'bottom-end' }}>
      <Menu.Trigger asChild>
        <RowMenuButton ref={button} aria-label={label} />
      </Menu.Trigger>
      <Portal>
        <Menu.Positioner>
          <Menu.Content minW="180px" bg="bg.raised">
            {shown.map(({ label: name, icon: Icon, to, isDisabled, run }) =>
              to === undefined ? (
                // Not `onSelect`: a click right after opening arrives before the menu has a highlighted item.
                <Menu.Item
                  key={name}
                  value={name}
                  disabled={isDisabled}
                  minH={{ base: '44px', lg: 'auto' }}
                  onClick={() => {
                    setOpen(false);
                    if (button.current) run?.(button.current);
                  }}
                >
                  <Icon size={16} /> {name}
                </Menu.Item>
              ) : (
                <Menu.Item key={name} value={name} minH={{ base: '44px', lg: 'auto' }} asChild>
                  <Link to={to}>
                    <Icon size={16} /> {name}
                  </Link>
                </Menu.Item>
              ),
            )}
          </Menu.Content>
        </Menu.Positioner>
      </Portal>
    </Menu.Root>
  );
}
