import { Center } from '@solvent/ui';

export function Component() {
  return (
    <Center
      position="absolute"
      inset="2"
      zIndex="1"
      rounded="l3"
      borderWidth="2px"
      borderStyle="dashed"
      borderColor="brand.solid"
      bg="bg.panel/96"
      color="brand.fg"
      textStyle="cardTitle"
      pointerEvents="none"
    >
      Drop files to add them to your message
    </Center>
  );
}
