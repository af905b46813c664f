import { Box } from '@chakra-ui/react';

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
