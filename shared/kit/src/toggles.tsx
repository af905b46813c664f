import { Box, Button } from '@solvent/ui';
import type { ButtonProps } from '@solvent/ui';

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

/** The picture of a switch, inside a button of role switch that says its name and state. */
export function SwitchTrack({ on }: { on: boolean }) {
  return (
    <Box
      w="30px"
      h="18px"
      flexShrink="0"
      rounded="full"
      p="2px"
      bg={on ? 'brand.solid' : 'border.control'}
      transition="background-color 150ms"
      aria-hidden
    >
      <Box
        boxSize="14px"
        rounded="full"
        bg="bg.raised"
        transition="transform 150ms"
        transform={on ? 'translateX(12px)' : undefined}
      />
    </Box>
  );
}
