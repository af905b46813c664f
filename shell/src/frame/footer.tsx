import { Link } from '@solvent/router';
import { Box, chakra, Flex, Text } from '@solvent/ui';
import { useMenu } from '../remotes/pages.ts';
import { useFrameDialogs } from './frame-dialogs-context.ts';

const linkRecipe = {
  base: {
    color: 'fg.muted',
    rounded: 'l1',
    // A 44 px touch target that does not add height.
    display: 'inline-flex',
    alignItems: 'center',
    minH: '44px',
    minW: '44px',
    my: '-2',
    _hover: { color: 'fg', textDecoration: 'underline' },
    focusVisibleRing: 'outside',
  },
} as const;

const FooterLink = chakra(Link, linkRecipe);
const FooterButton = chakra('button', linkRecipe);

/** Hidden by pages with `data-fill-screen`. On phones it leaves space for the bottom tabs. */
export function Footer({ hasTabs }: { hasTabs: boolean }) {
  const { open } = useFrameDialogs();
  // Their menu entries may open a dialog instead (product 2.69).
  const pages = useMenu('bar').filter(({ page }) => page.dialog);
  return (
    <Box
      _print={{ display: 'none' }}
      as="footer"
      borderTopWidth="1px"
      borderColor="border"
      css={{
        'main:has([data-fill-screen]) ~ &': { display: 'none' },
        // Below 1024 px, the bar of a problem covers the end of the page.
        'main:has([data-bottom-bar]) ~ &': {
          mdDown: { pb: 'calc(172px + env(safe-area-inset-bottom))' },
          mdToLg: { pb: '64px' },
        },
      }}
      pb={{ base: hasTabs ? 'calc(56px + env(safe-area-inset-bottom))' : '0', md: '0' }}
    >
      <Flex
        maxW="1200px"
        mx="auto"
        px={{ base: '4', md: '6', xl: '8' }}
        py="5"
        gap="4"
        wrap="wrap"
        justify="space-between"
        align="center"
      >
        <Text color="fg.muted">© 2026 Solvent. Payment is arranged directly between seeker and solver.</Text>
        <Flex columnGap="5" rowGap="4" wrap="wrap">
          <FooterButton type="button" cursor="pointer" onClick={() => open('keys')}>
            Keyboard shortcuts
          </FooterButton>
          {pages.map(({ page, label }) => (
            <FooterLink key={page.path} to={page.path}>
              {label}
            </FooterLink>
          ))}
          <Flex as="nav" aria-label="Legal" gap="5">
            <FooterLink to="/terms">Terms</FooterLink>
            <FooterLink to="/privacy">Privacy</FooterLink>
            <FooterLink to="/contact">Contact</FooterLink>
          </Flex>
        </Flex>
      </Flex>
    </Box>
  );
}
