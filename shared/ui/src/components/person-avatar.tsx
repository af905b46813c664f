import { chakra } from '@chakra-ui/react';
import type { HTMLChakraProps } from '@chakra-ui/react';
import { useBrokenImage } from './use-broken-image.ts';

interface PersonAvatarProps extends Omit<HTMLChakraProps<'span'>, 'children'> {
  person: { name: string; image: string | null };
  diameter?: number;
}

/** Shows a person's picture or initial (product 2.18). Decorative, beside the name. */
export function PersonAvatar({ person, diameter = 24, ...props }: PersonAvatarProps) {
  const { isBroken, imageProps } = useBrokenImage(person.image);
  const initial = Array.from(person.name.trim())[0]?.toUpperCase() ?? '?';
  return (
    <chakra.span
      aria-hidden
      display="inline-grid"
      placeItems="center"
      flexShrink="0"
      overflow="hidden"
      rounded="full"
      bg="brand.muted"
      color="brand.fg"
      fontWeight="600"
      userSelect="none"
      boxSize={`${diameter}px`}
      fontSize={`${diameter * 0.45}px`}
      {...props}
    >
      {person.image !== null && !isBroken ? (
        <chakra.img src={person.image} alt="" boxSize="100%" loading="lazy" objectFit="cover" {...imageProps} />
      ) : (
        initial
      )}
    </chakra.span>
  );
}
