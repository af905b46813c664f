import type { Participant } from '@solvent/contracts';
import { Box, PersonAvatar } from '@solvent/ui';

/** Where somebody is, in words. */
export function presenceWord({ online, deleted }: Participant): string {
  if (deleted) return 'Account deleted';
  return online ? 'Online' : 'Offline';
}

/** A picture with the dot of presence: filled for who is online, a ring for who is not. The word stands beside it. */
export function PresenceAvatar({ person, diameter = 40 }: { person: Participant; diameter?: number }) {
  return (
    <Box as="span" position="relative" display="inline-flex" flexShrink="0" alignSelf="flex-start" aria-hidden>
      <PersonAvatar person={person} diameter={diameter} />
      {person.deleted ? null : (
        <Box
          as="span"
          data-online={person.online}
          position="absolute"
          bottom="0"
          insetEnd="0"
          boxSize="3"
          rounded="full"
          bg={person.online ? 'green.solid' : 'bg.panel'}
          borderWidth="2px"
          borderColor={person.online ? 'bg.panel' : 'border.control'}
        />
      )}
    </Box>
  );
}
