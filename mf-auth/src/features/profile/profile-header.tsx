import type { User } from '@solvent/contracts';
import { Box, Flex, Heading, Text } from '@solvent/ui';
import type { ReactNode } from 'react';
import { MemberSince } from '../../person/member-since.tsx';
import { RoleBadge } from '../../person/role-badge.tsx';

interface ProfileHeaderProps {
  user: User;
  picture: ReactNode;
  actions: ReactNode;
}

/** Who it is: stands at once, since the session knows it. */
export function ProfileHeader({ user, picture, actions }: ProfileHeaderProps) {
  return (
    <Flex as="header" gap={{ base: '4', md: '6' }} mb="6">
      {picture}
      <Box minW="0" flex="1">
        <Flex align="center" columnGap="3" rowGap="1" wrap="wrap">
          <Heading as="h1" textStyle="pageTitle" tabIndex={-1} outline="0" overflowWrap="anywhere" minW="0">
            {user.name}
          </Heading>
          <RoleBadge role={user.role} />
        </Flex>
        {user.headline ? <Text overflowWrap="anywhere">{user.headline}</Text> : null}
        <Text color="fg.muted" overflowWrap="anywhere">
          {user.email}
        </Text>
        <MemberSince time={user.createdAt} />
        {actions}
      </Box>
    </Flex>
  );
}
