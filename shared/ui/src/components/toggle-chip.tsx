import { Button } from '@chakra-ui/react';
import type { ButtonProps } from '@chakra-ui/react';

const OFF = { colorPalette: 'gray', bg: 'bg.panel', borderColor: 'border.emphasized', color: 'fg.muted' } as const;
const ON = { bg: 'brand.subtle', borderColor: 'brand.solid', color: 'brand.fg' } as const;

/**
 * A small button that is on or off, such as one choice of a filter. It is as wide on as off, so that its neighbours
 * stay where they are.
 */
export function ToggleChip({ pressed, ...props }: { pressed: boolean } & ButtonProps) {
  return (
    <Button
      aria-pressed={pressed}
      size="xs"
      h="28px"
      px="2.5"
      variant="outline"
      flexShrink="0"
      {...(pressed ? ON : OFF)}
      {...props}
    />
  );
}
