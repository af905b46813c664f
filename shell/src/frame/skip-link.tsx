import { chakra } from '@solvent/ui';

/** The first stop of the Tab key: past the bar, to the page. */
export function SkipLink() {
  return (
    <chakra.a
      href="#main"
      position="fixed"
      top="2"
      left="2"
      zIndex="skipNav"
      px="3"
      py="2"
      rounded="l2"
      bg="brand.solid"
      color="brand.contrast"
      fontWeight="500"
      transform="translateY(-200%)"
      _focusVisible={{ transform: 'none' }}
    >
      Skip to content
    </chakra.a>
  );
}
