import { chakra } from '@chakra-ui/react';
import type { HTMLChakraProps } from '@chakra-ui/react';
import { useState } from 'react';

interface PersonAvatarProps extends Omit<HTMLChakraProps<'span'>, 'children'> {
  person: { name: string; image: string | null };
  /** Diameter in px; 24 by default. */
  diameter?: number;
}

/** A person's picture, or the initial of the name (product 2.18). Decorative: the name stands beside it. */
export function PersonAvatar({ person, diameter = 24, ...props }: PersonAvatarProps) {
  const [failedImage, setFailedImage] = useState<string>();
  const initial = Array.from(person.name.trim())[0]?.toUpperCase() ?? '?';
  const isPicture = person.image !== null && person.image !== failedImage;
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
      style={{ width: diameter, height: diameter, fontSize: diameter * 0.45 }}
      {...props}
    >
      {isPicture ? (
        <chakra.img
          src={person.image ?? undefined}
          alt=""
          boxSize="100%"
          loading="lazy"
          objectFit="cover"
          onError={() => setFailedImage(person.image ?? undefined)}
        />
      ) : (
        initial
      )}
    </chakra.span>
  );
}
