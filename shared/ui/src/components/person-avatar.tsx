import { Avatar } from '@chakra-ui/react';
import type { AvatarRootProps } from '@chakra-ui/react';

/** A person's picture, or the initial of the name (spec 2). Decorative: the name stands beside it. */
export function PersonAvatar({ person, ...props }: { person: { name: string; image: string | null } } & AvatarRootProps) {
  const initial = Array.from(person.name.trim())[0]?.toUpperCase() ?? '?';
  return (
    <Avatar.Root size="xs" aria-hidden {...props}>
      <Avatar.Fallback>{initial}</Avatar.Fallback>
      {person.image ? <Avatar.Image src={person.image} alt="" loading="lazy" /> : null}
    </Avatar.Root>
  );
}
