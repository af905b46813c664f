import { Link, NavLink } from '@solvent/router';
import { requestPostProblem, toggleTheme, useSession, useTheme } from '@solvent/store';
import { Box, BrandMark, Button, chakra, Flex, IconButton, Kbd, LinkButton, Span } from '@solvent/ui';
import { Menu, Moon, Plus, Search, Sun } from 'lucide-react';
import { AccountMenu } from './account-menu.tsx';
import { BellSlot } from './bell-slot.tsx';
import { useFrameDialogs } from './frame-dialogs-context.ts';
import { describedByCount, EntryCount, navigationLinks, ToolboxEntry } from './navigation.tsx';

/** Switches between light and dark, and says to which. */
function ThemeSwitch() {
  const isDark = useTheme() === 'dark';
  return (
    <IconButton
      variant="ghost"
      colorPalette="gray"
      aria-label={isDark ? 'Switch to light theme' : 'Switch to dark theme'}
      onClick={toggleTheme}
    >
      {isDark ? <Sun size={18} /> : <Moon size={18} />}
    </IconButton>
  );
}

const BarLink = chakra(NavLink, {
  base: {
    px: { base: '2', lg: '2.5' },
    h: '36px',
    display: 'inline-flex',
    alignItems: 'center',
    rounded: 'l2',
    color: 'fg.muted',
    fontWeight: '500',
    whiteSpace: 'nowrap',
    _hover: { color: 'fg', bg: 'bg.muted' },
    '&[aria-current=page]': { color: 'fg' },
    focusVisibleRing: 'outside',
  },
});

function Brand() {
  return (
    <chakra.span
      asChild
      display="inline-flex"
      alignItems="center"
      minH="44px"
      gap="2"
      fontWeight="700"
      fontSize="16px"
      letterSpacing="-0.02em"
      rounded="l2"
      focusVisibleRing="outside"
    >
      <Link to="/" aria-label="Solvent, home">
        <BrandMark />
        <Span>Solvent</Span>
      </Link>
    </chakra.span>
  );
}

/** The product's places; on phones they are in the menu. */
function Places() {
  const isLogin = useSession((state) => state.isLogin);
  const [browse, ...others] = navigationLinks.filter((link) => isLogin || !link.session);
  return (
    <Flex as="nav" aria-label="Main" align="center" gap="0.5" ms={{ base: '2', lg: '4' }} hideBelow="md">
      {browse ? <BarLink to={browse.to}>{browse.label}</BarLink> : null}
      <ToolboxEntry />
      {others.map((link) => (
        <BarLink key={link.to} to={link.to} {...describedByCount(link, 'bar')}>
          {link.label}
          <EntryCount link={link} where="bar" />
        </BarLink>
      ))}
    </Flex>
  );
}

const PALETTE_KEY = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘K' : 'Ctrl+K';

/** The command palette, for those who do not know its key; on phones it is in the menu. */
function SearchButton() {
  const { open, opened } = useFrameDialogs();
  return (
    <Button
      variant="ghost"
      colorPalette="gray"
      px="2.5"
      hideBelow="lg"
      aria-label="Search Solvent"
      aria-haspopup="dialog"
      aria-expanded={opened === 'palette'}
      onClick={() => open('palette')}
    >
      <Search size={18} aria-hidden />
      <Kbd size="sm" hideBelow="xl" aria-hidden>
        {PALETTE_KEY}
      </Kbd>
    </Button>
  );
}

function Actions() {
  const isLogin = useSession((state) => state.isLogin);
  const { open, opened } = useFrameDialogs();
  return (
    <Flex align="center" gap="1" ms="auto">
      <SearchButton />
      <Box hideBelow="md">
        <ThemeSwitch />
      </Box>
      <BellSlot />
      {isLogin ? (
        <AccountMenu />
      ) : (
        <LinkButton to="/signin" variant="ghost" colorPalette="gray">
          Sign In
        </LinkButton>
      )}
      {/* Between phone and desk there is room for its icon alone; the words are still its name. */}
      <Button
        ms="1.5"
        hideBelow="md"
        fontSize={{ md: '0', lg: 'sm' }}
        gap={{ md: '0', lg: '2' }}
        px={{ md: '2.5', lg: '4' }}
        onClick={requestPostProblem}
      >
        <Plus size={16} aria-hidden /> Post Problem
      </Button>
      <IconButton
        variant="ghost"
        colorPalette="gray"
        hideFrom="md"
        aria-label="Menu"
        aria-haspopup="dialog"
        aria-expanded={opened === 'menu'}
        onClick={() => open('menu')}
      >
        <Menu size={20} />
      </IconButton>
    </Flex>
  );
}

/** The bar at the top of every page (product 2.4). */
export function TopBar() {
  return (
    <Box
      as="header"
      position="fixed"
      top="0"
      insetX="0"
      zIndex="docked"
      h="56px"
      bg="bg.panel"
      borderBottomWidth="1px"
      borderColor="border"
    >
      <Flex align="center" h="100%" maxW="1200px" mx="auto" px={{ base: '4', md: '6', xl: '8' }}>
        <Brand />
        <Places />
        <Actions />
      </Flex>
    </Box>
  );
}
