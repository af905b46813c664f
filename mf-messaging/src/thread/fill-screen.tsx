import { Box } from '@solvent/ui';
import type { ReactNode } from 'react';

const BAR = '56px';
/** The tabs of phones, with their border. */
const TABS = '(57px + env(safe-area-inset-bottom, 0px))';
/** In a very low window, as at a very large zoom, the page scrolls after all. */
const SCREEN = 'max(100dvh, 400px)';

interface FillScreenProps {
  /** Whether it takes the place of the phone's tabs too. */
  toTheEnd: boolean;
  children: ReactNode;
}

/** A page that is as high as the screen under the top bar: only its parts scroll. The frame hides what stands below. */
export function FillScreen({ toTheEnd, children }: FillScreenProps) {
  const ofPhones = toTheEnd ? `calc(${SCREEN} - ${BAR})` : `calc(${SCREEN} - ${BAR} - ${TABS})`;
  return (
    <Box
      data-fill-screen={toTheEnd ? 'to-the-end' : 'above-tabs'}
      h={{ base: ofPhones, md: `calc(${SCREEN} - ${BAR})` }}
      maxW="1200px"
      mx="auto"
      px={{ base: '0', md: '6', xl: '8' }}
      pt={{ base: '0', md: '4' }}
      pb={{ base: toTheEnd ? 'env(safe-area-inset-bottom, 0px)' : '0', md: '4' }}
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
