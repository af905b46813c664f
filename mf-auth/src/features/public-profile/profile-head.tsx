import type { PublicProfile } from '@solvent/contracts';
import { useSession } from '@solvent/store';
import { Box, Flex, Heading, LinkButton, PersonAvatar, Text, VisuallyHidden } from '@solvent/ui';
import { MessageSquare, Pencil } from 'lucide-react';
import { MemberSince } from '../../person/member-since.tsx';
import { RoleBadge } from '../../person/role-badge.tsx';

/** Who it is. One's own leads to where it is edited, a solver's to a conversation; the signed-out sign in on the way. */
export function ProfileHead({ person }: { person: PublicProfile }) {
  const isOwn = useSession((state) => state.userData?._id) === person._id;
  return (
    <Flex as="header" gap={{ base: '4', md: '6' }} mb="6">
      <PersonAvatar person={person} diameter={80} />
      <Box minW="0" flex="1">
        <Flex align="center" columnGap="3" rowGap="1" wrap="wrap">
          <Heading as="h1" textStyle="pageTitle" tabIndex={-1} outline="0" overflowWrap="anywhere" minW="0">
            {person.name}
          </Heading>
          <RoleBadge role={person.role} />
        </Flex>
        {person.headline ? <Text overflowWrap="anywhere">{person.headline}</Text> : null}
        <MemberSince time={person.memberSince} />
        {isOwn ? (
          <LinkButton to="/profile" size="sm" variant="outline" colorPalette="gray" mt="3">
            <Pencil size={14} aria-hidden />
            Edit profile
          </LinkButton>
        ) : null}
        {/* Without a problem one writes to solvers; to other authors of modules, from their modules. */}
        {person.role === 'solver' && !isOwn ? (
          <LinkButton to={`/conversations?with=${encodeURIComponent(person._id)}`} size="sm" mt="3">
            <MessageSquare size={14} aria-hidden />
            Message<VisuallyHidden> {person.name}</VisuallyHidden>
          </LinkButton>
        ) : null}
      </Box>
    </Flex>
  );
}
