import { DELETED_PERSON_NAME } from '@solvent/contracts';
import type { Conversation, Participant } from '@solvent/contracts';
import { Link } from '@solvent/router';
import { Box, chakra, Flex, Heading, PersonAvatar, Skeleton, Text, VisuallyHidden } from '@solvent/ui';

const DELETED_PARTICIPANT: Participant = {
  _id: '',
  name: DELETED_PERSON_NAME,
  image: null,
  online: false,
  readSeq: 0,
  deleted: true,
};

export const getOtherParticipant = ({ participants }: Pick<Conversation, 'participants'>, userId: string): Participant =>
  participants.find(({ _id }) => _id !== userId) ?? DELETED_PARTICIPANT;

export function getPresenceText({ online, deleted }: Participant): string {
  if (deleted) return 'Account deleted';
  return online ? 'Online' : 'Offline';
}

/** Decorative: the text beside it states the presence. A dot means online, a ring offline. */
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

const NameLink = chakra(Link, {
  base: {
    // Enlarges the touch target to 44 px.
    _before: { content: '""', position: 'absolute', inset: '-4px' },
    rounded: 'l1',
    textUnderlineOffset: '3px',
    _hover: { textDecoration: 'underline' },
    focusVisibleRing: 'outside',
  },
});

const NAME_SKELETON = (
  <>
    <VisuallyHidden>Conversation</VisuallyHidden>
    <Skeleton as="span" display="block" h="4" my="0.5" w="140px" />
  </>
);

function Name({ person }: { person: Participant }) {
  if (person.deleted) return person.name;
  return (
    <NameLink dir="auto" to={`/profile/${encodeURIComponent(person._id)}`}>
      {person.name}
    </NameLink>
  );
}

interface PersonHeaderProps {
  /** Undefined while loading. The heading stays mounted, because it may have the focus. */
  person: Participant | undefined;
  /** `h1` on a page about this person. */
  as: 'h1' | 'h2';
}

export function PersonHeader({ person, as }: PersonHeaderProps) {
  return (
    <Flex position="relative" align="center" gap="3" minW="0" flex="1 1 120px">
      {person ? <PresenceAvatar person={person} diameter={36} /> : <Skeleton boxSize="36px" rounded="full" flexShrink="0" />}
      <Box minW="0" flex="1">
        <Heading as={as} tabIndex={-1} outline="0" fontSize="15px" lineHeight="20px" fontWeight="600" truncate>
          {person ? <Name person={person} /> : NAME_SKELETON}
        </Heading>
        <Text textStyle="meta" color="fg.muted" minH="16px">
          {person ? getPresenceText(person) : ''}
        </Text>
      </Box>
    </Flex>
  );
}
