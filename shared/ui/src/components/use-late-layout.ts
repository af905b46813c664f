import type { BoxProps } from '@chakra-ui/react';
import { useState } from 'react';
import { useHydrated } from './use-hydrated.ts';

/**
 * Has a browser leave out of sight what the server made: it is neither styled nor laid out until it is near. What is drawn in the
 * browser is laid out at once: where one comes back to, it is as high as it was.
 *
 * @param height of it, about
 * @returns properties of a box
 */
export function useLateLayout(height: BoxProps['height']): BoxProps {
  const isHydrated = useHydrated();
  const [isServerRendered] = useState(!isHydrated);
  // What stands out, such as the ring of the focus, is not cut off.
  return isServerRendered ? { contentVisibility: 'auto', containIntrinsicHeight: height, overflowClipMargin: '8px' } : {};
}
