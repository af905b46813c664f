import { Box } from '@solvent/ui';
import type { ReactNode } from 'react';

/** The top bar, and the line about a lost connection. */
const BAR_HEIGHT = '(56px + var(--connection-line, 0px))';
const TABS_HEIGHT = '(57px + env(safe-area-inset-bottom, 0px))';
/** The page scrolls in very low windows, as at high zoom. */
const SCREEN_HEIGHT = 'max(100dvh, 400px)';

/** The page of conversations fills windows of this width (product 2.24). */
export const FULL_WIDTH = '@media (min-width: 1440px)';

interface FillScreenProps {
  coversTabs: boolean;
  fillsWidth?: boolean;
  children: ReactNode;
}

/** A page as high as the screen below the top bar, with scrolling panes. */
export function FillScreen({ coversTabs, fillsWidth = false, children }: FillScreenProps) {
  const phoneHeight = coversTabs
    ? `calc(${SCREEN_HEIGHT} - ${BAR_HEIGHT})`
    : `calc(${SCREEN_HEIGHT} - ${BAR_HEIGHT} - ${TABS_HEIGHT})`;
  return (
    <Box
      data-fill-screen={coversTabs ? 'to-the-end' : 'above-tabs'}
      h={{ base: phoneHeight, md: `calc(${SCREEN_HEIGHT} - ${BAR_HEIGHT})` }}
      maxW="1200px"
      css={fillsWidth ? { [FULL_WIDTH]: { maxWidth: 'none', px: '6' } } : undefined}
      mx="auto"
      px={{ base: '0', md: '6', xl: '8' }}
      pt={{ base: '0', md: '4' }}
      pb={{ base: coversTabs ? 'env(safe-area-inset-bottom, 0px)' : '0', md: '4' }}
    >
      <Box
        display="flex"
        position="relative"
        h="100%"
        bg="bg.panel"
        borderWidth={{ base: '0', md: '1px' }}
        rounded={{ md: 'l3' }}
        overflow="hidden"
      >
        {children}
      </Box>
    </Box>
  );
}
