import type { BoxProps } from '@chakra-ui/react';
import { useState } from 'react';
import { useHydrated } from './use-hydrated.ts';

/**
 * Skips layout of server-rendered content until it is near the viewport. Client-rendered content is laid out at once, so that
 * scroll restoration finds its height.
 * @param height approximate
 * @returns box props
 */
export function useLateLayout(height: BoxProps['height']): BoxProps {
  const isHydrated = useHydrated();
  const [isServerRendered] = useState(!isHydrated);
  // Keeps focus rings visible.
  return isServerRendered ? { contentVisibility: 'auto', containIntrinsicHeight: height, overflowClipMargin: '8px' } : {};
}
