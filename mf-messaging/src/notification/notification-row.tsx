import { notificationTarget } from '@solvent/contracts';
import type { Notification } from '@solvent/contracts';
import { Link, useLocation, useNavigate } from '@solvent/router';
import { chakra } from '@solvent/ui';
import type { MouseEvent, ReactNode } from 'react';

const row = {
  base: {
    display: 'flex',
    gap: '3',
    w: '100%',
    px: { base: '3', md: '4' },
    py: '3',
    textAlign: 'start',
    cursor: 'pointer',
    transitionProperty: 'background-color',
    transitionDuration: '150ms',
    _hover: { bg: 'bg.muted' },
    focusVisibleRing: 'inside',
  },
} as const;

const RowLink = chakra(Link, row);
const RowButton = chakra('button', row);

interface NotificationRowProps {
  notification: Notification;
  onOpen: (notification: Notification) => void;
  children: ReactNode;
}

const opensHere = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/** What can be clicked of a notification: a link where it leads elsewhere, a button where it only gets read. */
export function NotificationRow({ notification, onOpen, children }: NotificationRowProps) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const target = notificationTarget(notification);
  const open = () => onOpen(notification);

  if (target.path === pathname) {
    return (
      <RowButton type="button" onClick={open}>
        {children}
      </RowButton>
    );
  }
  const follow = (event: MouseEvent) => {
    open();
    if (!opensHere(event)) return;
    event.preventDefault();
    void navigate(target.path, { state: target.state });
  };
  return (
    <RowLink to={target.href} onClick={follow} onAuxClick={(event) => (event.button === 1 ? open() : undefined)}>
      {children}
    </RowLink>
  );
}
