import { notificationTarget } from '@solvent/contracts';
import type { Notification } from '@solvent/contracts';
import { RelativeTime } from '@solvent/kit';
import { Link, useLocation, useNavigate } from '@solvent/router';
import { Box, Center, chakra, Flex, lazyComponent, PersonAvatar, VisuallyHidden } from '@solvent/ui';
import type { MouseEvent, ReactNode } from 'react';
import { convertToLocalTime } from './local-time.ts';

const NotificationIcon = lazyComponent(() => import(/* webpackChunkName: "notification-parts" */ './notification-icon.tsx'));

const renderNothing = () => null;

/** Decorative: the title has the same information. */
function NotificationFace({ type, actor }: Pick<Notification, 'type' | 'actor'>) {
  if (actor) {
    return (
      <Box as="span" position="relative" boxSize="8" flexShrink="0" aria-hidden>
        <PersonAvatar person={actor} diameter={32} />
        <Center
          as="span"
          position="absolute"
          bottom="-3px"
          insetEnd="-3px"
          boxSize="18px"
          rounded="full"
          bg="bg.panel"
          borderWidth="1px"
          color="fg.muted"
        >
          <NotificationIcon type={type} size={11} renderLoadError={renderNothing} />
        </Center>
      </Box>
    );
  }
  return (
    <Center boxSize="8" flexShrink="0" rounded="full" bg="bg.muted" color="fg.muted" aria-hidden>
      <NotificationIcon type={type} size={16} renderLoadError={renderNothing} />
    </Center>
  );
}

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

const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

function NotificationRow({ notification, onOpen, children }: NotificationRowProps) {
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
    if (!isPlainClick(event)) return;
    event.preventDefault();
    void navigate(target.path, { state: target.state });
  };
  return (
    <RowLink to={target.href} onClick={follow} onAuxClick={(event) => (event.button === 1 ? open() : undefined)}>
      {children}
    </RowLink>
  );
}

interface NotificationItemProps {
  notification: Notification;
  compact?: boolean;
  onOpen: (notification: Notification) => void;
  /** Below the row. */
  children?: ReactNode;
}

function UnreadDot() {
  return (
    <>
      <Box
        as="span"
        boxSize="2"
        mt="6px"
        rounded="full"
        bg="brand.solid"
        _highContrast={{ bg: 'Highlight' }}
        flexShrink="0"
        aria-hidden
      />
      <VisuallyHidden>Unread</VisuallyHidden>
    </>
  );
}

/** A notification with its actor, subject and time (product 2.27). */
export function NotificationItem({ notification, compact = false, onOpen, children }: NotificationItemProps) {
  const { title, message, read, createdAt } = notification;
  return (
    <chakra.li css={{ '& + &': { borderTopWidth: '1px' } }}>
      <NotificationRow notification={notification} onOpen={onOpen}>
        <NotificationFace {...notification} />
        <Box as="span" display="block" flex="1" minW="0">
          <Flex as="span" align="flex-start" gap="2">
            {read ? null : <UnreadDot />}
            <chakra.span
              dir="auto"
              flex="1"
              minW="0"
              fontWeight={read ? '500' : '600'}
              color={read ? 'fg.muted' : 'fg'}
              overflowWrap="anywhere"
              lineClamp={compact ? 1 : undefined}
            >
              {title}
            </chakra.span>
            <RelativeTime time={createdAt} textStyle="meta" mt="2px" color="fg.muted" fontVariantNumeric="tabular-nums" />
          </Flex>
          <chakra.span
            dir="auto"
            display={compact ? undefined : 'block'}
            lineClamp={compact ? 2 : undefined}
            color="fg.muted"
            mt="0.5"
            overflowWrap="anywhere"
          >
            {convertToLocalTime(message, createdAt)}
          </chakra.span>
        </Box>
      </NotificationRow>
      {children}
    </chakra.li>
  );
}
