import { Link } from '@solvent/router';
import { UnreadBadge } from '@solvent/kit';
import { toggleTheme, useSession, useUnreadConversations } from '@solvent/store';
import {
  Box,
  BrandMark,
  Button,
  chakra,
  Flex,
  IconButton,
  Kbd,
  LinkButton,
  Span,
  useHydrated,
  VisuallyHidden,
} from '@solvent/ui';
import { Menu, Moon, Search, Sun } from 'lucide-react';
import { useMenu } from '../remotes/pages.ts';
import { SIGN_IN_PATH } from '../routing/shell-paths.ts';
import { AccountMenu } from './account-menu.tsx';
import { BellSlot } from './bell-slot.tsx';
import { useFrameDialogs } from './frame-dialogs-context.ts';
import { HIDDEN_BESIDE_TABS, MenuIcon, NavigationEntry, useGoToPage } from './navigation.tsx';

/** Renders both labels and lets CSS choose one, because the server does not know the theme. */
function ThemeSwitch() {
  return (
    <IconButton variant="ghost" colorPalette="gray" onClick={toggleTheme}>
      <Span display={{ base: 'contents', _dark: 'none' }}>
        <Moon size={18} aria-hidden />
        <VisuallyHidden>Switch to dark theme</VisuallyHidden>
      </Span>
      <Span display={{ base: 'none', _dark: 'contents' }}>
        <Sun size={18} aria-hidden />
        <VisuallyHidden>Switch to light theme</VisuallyHidden>
      </Span>
    </IconButton>
  );
}

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

function BarLinks() {
  return (
    <Flex as="nav" aria-label="Main" align="center" gap="0.5" ms={{ base: '2', lg: '4' }} hideBelow="md">
      {useMenu('bar').map((item) => (
        <NavigationEntry key={item.page.path} item={item} placement="bar" />
      ))}
    </Flex>
  );
}

const getPaletteShortcut = () => (/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘K' : 'Ctrl+K');

function SearchButton() {
  const { open, openDialog } = useFrameDialogs();
  const isHydrated = useHydrated();
  return (
    <Button
      variant="ghost"
      colorPalette="gray"
      px="2.5"
      hideBelow="lg"
      aria-label="Search Solvent"
      aria-haspopup="dialog"
      aria-expanded={openDialog === 'palette'}
      onClick={() => open('palette')}
    >
      <Search size={18} aria-hidden />
      {/* Fixed width: the platform's key is known only after hydration. */}
      <Kbd size="sm" hideBelow="xl" minW="52px" justifyContent="center" aria-hidden>
        {isHydrated ? getPaletteShortcut() : null}
      </Kbd>
    </Button>
  );
}

/** Shows unread conversations without opening the menu (product 2.5). */
function MenuButton() {
  const { open, openDialog } = useFrameDialogs();
  const count = useUnreadConversations();
  return (
    <IconButton
      variant="ghost"
      colorPalette="gray"
      hideFrom="md"
      position="relative"
      aria-label="Menu"
      aria-description={count > 0 ? `Unread conversations: ${count}` : undefined}
      aria-haspopup="dialog"
      aria-expanded={openDialog === 'menu'}
      onClick={() => open('menu')}
    >
      <Menu size={20} />
      <UnreadBadge count={count} position="absolute" top="0" insetEnd="0" />
    </IconButton>
  );
}

function Actions() {
  const isLogin = useSession((state) => state.isLogin);
  const goTo = useGoToPage();
  const actions = useMenu('action');
  return (
    <Flex align="center" gap={{ base: '1', md: '0', lg: '1' }} ms="auto">
      <SearchButton />
      <Box hideBelow="md">
        <ThemeSwitch />
      </Box>
      <Box css={HIDDEN_BESIDE_TABS}>
        <BellSlot />
      </Box>
      {isLogin ? (
        <AccountMenu />
      ) : (
        <LinkButton to={SIGN_IN_PATH} variant="ghost" colorPalette="gray">
          Sign In
        </LinkButton>
      )}
      {/* Medium screens show only the icon; the label remains the accessible name. */}
      {actions.map((item) => (
        <Button
          key={item.page.path}
          ms="1.5"
          hideBelow="md"
          fontSize={{ md: '0', lg: 'sm' }}
          gap={{ md: '0', lg: '2' }}
          px={{ md: '2.5', lg: '4' }}
          onClick={() => goTo(item.page)}
        >
          <MenuIcon item={item} size={16} /> {item.label}
        </Button>
      ))}
      <MenuButton />
    </Flex>
  );
}

/** The top bar (product 2.4). */
export function TopBar() {
  return (
    <Box
      as="header"
      position="fixed"
      _print={{ display: 'none' }}
      top="0"
      insetX="0"
      // An open dialog hides the scrollbar: keeps what is inside where it was.
      css={{ 'body[data-scroll-lock] &': { pe: 'var(--scrollbar-width, 0px)' } }}
      zIndex="docked"
      h="56px"
      bg="bg.panel"
      borderBottomWidth="1px"
      borderColor="border"
    >
      <Flex align="center" h="100%" maxW="1200px" mx="auto" px={{ base: '4', md: '6', xl: '8' }}>
        <Brand />
        <BarLinks />
        <Actions />
      </Flex>
    </Box>
  );
}
