import { UnreadBadge } from '@solvent/kit';
import { NavLink } from '@solvent/router';
import { requestPostProblem, useSession, useUnreadCount } from '@solvent/store';
import { Box, chakra, Flex, Span } from '@solvent/ui';
import { Bell, CircleUser, House, ListChecks, SquarePlus } from 'lucide-react';
import type { MouseEvent } from 'react';
import { useNotificationsRefusal } from './bell-slot.tsx';

const look = {
  flex: '1',
  h: '56px',
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  justifyContent: 'center',
  gap: '0.5',
  fontSize: '11px',
  lineHeight: '14px',
  fontWeight: '500',
  color: 'fg.muted',
  cursor: 'pointer',
  '&[aria-current=page]': { color: 'brand.fg' },
  focusVisibleRing: 'inside',
} as const;

const TabLink = chakra(NavLink, { base: look });
const TabButton = chakra('button', { base: look });

function AlertsTab() {
  const unreadCount = useUnreadCount();
  const isLogin = useSession((state) => state.isLogin);
  const refuse = useNotificationsRefusal();
  const refuseSignedOut = (event: MouseEvent) => {
    if (isLogin) return;
    event.preventDefault();
    refuse();
  };
  return (
    <TabLink to="/notifications" onClick={refuseSignedOut}>
      <Span position="relative">
        <Bell size={20} aria-hidden />
        {isLogin ? (
          <UnreadBadge count={unreadCount} position="absolute" top="-5px" insetStart="11px" aria-hidden={undefined} />
        ) : null}
      </Span>
      Alerts
    </TabLink>
  );
}

/** The tabs at the bottom of phones (product 2.6). A page that needs their place says so: `data-fill-screen="to-the-end"`. */
export function BottomTabs() {
  return (
    <Box
      as="nav"
      aria-label="Tabs"
      hideFrom="md"
      position="fixed"
      bottom="0"
      insetX="0"
      zIndex="docked"
      bg="bg.panel"
      borderTopWidth="1px"
      borderColor="border"
      pb="env(safe-area-inset-bottom)"
      css={{ '&:is(:root:has([data-fill-screen=to-the-end]) *)': { display: 'none' } }}
    >
      <Flex>
        <TabLink to="/home">
          <House size={20} aria-hidden />
          Home
        </TabLink>
        <TabLink to="/problems">
          <ListChecks size={20} aria-hidden />
          Problems
        </TabLink>
        <TabButton type="button" onClick={requestPostProblem}>
          <SquarePlus size={20} aria-hidden />
          Post
        </TabButton>
        <AlertsTab />
        <TabLink to="/profile" end>
          <CircleUser size={20} aria-hidden />
          Profile
        </TabLink>
      </Flex>
    </Box>
  );
}
