import { UnreadBadge } from '@solvent/kit';
import { NavLink } from '@solvent/router';
import { useSession } from '@solvent/store';
import { Box, chakra } from '@solvent/ui';
import type { MouseEvent } from 'react';
import { useMenu } from '../remotes/pages.ts';
import type { MenuItem } from '../remotes/pages.ts';
import { MenuIcon, useBadge, useGoToPage } from './navigation.tsx';

const tabStyle = {
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

const TabLink = chakra(NavLink, { base: tabStyle });
const TabButton = chakra('button', { base: tabStyle });

function TabContent({ item }: { item: MenuItem }) {
  const isLogin = useSession((state) => state.isLogin);
  const count = useBadge(item);
  return (
    <>
      <Box as="span" position="relative">
        <MenuIcon item={item} size={20} />
        {isLogin && count !== undefined ? (
          <UnreadBadge count={count} position="absolute" top="-5px" insetStart="11px" aria-hidden={undefined} />
        ) : null}
      </Box>
      {item.label}
    </>
  );
}

/** A link, or a button if the page requires a role: it may open a dialog. */
function Tab({ item }: { item: MenuItem }) {
  const isLogin = useSession((state) => state.isLogin);
  const goTo = useGoToPage();
  const { page } = item;
  const redirectVisitor = (event: MouseEvent) => {
    if (isLogin || page.visitorMessage === undefined) return;
    event.preventDefault();
    goTo(page);
  };
  if (page.role)
    return (
      <TabButton type="button" onClick={() => goTo(page)}>
        <TabContent item={item} />
      </TabButton>
    );
  return (
    // `end` for session pages: /profile/{id} must not mark the user's own /profile as current.
    <TabLink to={page.path} end={page.session} onClick={redirectVisitor}>
      <TabContent item={item} />
    </TabLink>
  );
}

/** Bottom tabs on phones (product 2.6), hidden by pages with `data-fill-screen="to-the-end"`. */
export function BottomTabs() {
  const items = useMenu('tabs');
  return (
    <Box
      as="nav"
      aria-label="Tabs"
      data-part="tabs"
      position="fixed"
      _print={{ display: 'none' }}
      bottom="0"
      insetX="0"
      zIndex="docked"
      bg="bg.panel"
      borderTopWidth="1px"
      borderColor="border"
      pb="env(safe-area-inset-bottom)"
      // A grid of equal columns does not shift while the streamed page is painted.
      display={{ base: 'grid', md: 'none' }}
      gridTemplateColumns={`repeat(${items.length}, minmax(0, 1fr))`}
      css={{
        'body[data-scroll-lock] &': { pe: 'var(--scrollbar-width, 0px)' },
        'main:has([data-fill-screen=to-the-end]) ~ &': { display: 'none' },
      }}
    >
      {items.map((item) => (
        <Tab key={item.page.path} item={item} />
      ))}
    </Box>
  );
}
