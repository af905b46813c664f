import { Button } from '@chakra-ui/react';
import type { ButtonProps } from '@chakra-ui/react';

/** A small button that is on or off, such as one choice of a filter. */
export function ToggleChip({ pressed, ...props }: { pressed: boolean } & ButtonProps) {
  return (
    <Button
      aria-pressed={pressed}
      size="xs"
      h="32px"
      variant={pressed ? 'solid' : 'outline'}
      colorPalette={pressed ? 'brand' : 'gray'}
      bg={pressed ? undefined : 'bg.panel'}
      fontWeight={pressed ? '600' : '400'}
      flexShrink="0"
      {...props}
    />
  );
}
