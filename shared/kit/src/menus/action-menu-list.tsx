import { Link } from '@solvent/router';
import { Menu, Portal } from '@solvent/ui/overlays';
import { useRef, useState } from 'react';
import type { ReactElement } from 'react';
import type { MenuAction } from './action-menu.tsx';

/** Loads on the first click, so it starts open. */
export function Component({ trigger, actions }: { trigger: ReactElement; actions: readonly MenuAction[] }) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(true);
  // Keeps the labels while closing: a longer one would make the menu wider than the screen.
  const [shown, setShown] = useState(actions);
  if (isOpen && shown !== actions) setShown(actions);
  return (
    <Menu.Root open={isOpen} onOpenChange={({ open }) => setOpen(open)} positioning={{ placement: 'bottom-end' }}>
      <Menu.Trigger ref={button} asChild>
        {trigger}
      </Menu.Trigger>
      <Portal>
        <Menu.Positioner>
          <Menu.Content minW="180px" bg="bg.raised">
            {shown.map(({ label, icon: Icon, to, run }) => {
              const content = (
                <>
                  <Icon size={16} /> {label}
                </>
              );
              // Not `onSelect`: a click right after opening arrives before the menu has a highlighted item.
              const onClick = () => {
                setOpen(false);
                if (button.current) run?.(button.current);
              };
              return (
                <Menu.Item
                  key={label}
                  value={label}
                  minH={{ base: '44px', lg: 'auto' }}
                  asChild={to !== undefined}
                  onClick={onClick}
                >
                  {to === undefined ? content : <Link to={to}>{content}</Link>}
                </Menu.Item>
              );
            })}
          </Menu.Content>
        </Menu.Positioner>
      </Portal>
    </Menu.Root>
  );
}
