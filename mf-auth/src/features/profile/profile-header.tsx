import type { Role, User } from '@solvent/contracts';
import { Badge, Box, Flex, Heading, PersonAvatar, Text } from '@solvent/ui';

const ROLE_WORDS: Record<Role, string> = { seeker: 'Seeker', solver: 'Solver' };

const monthOf = (time: string) => new Date(time).toLocaleDateString('en', { month: 'long', year: 'numeric' });

/** Who it is: stands at once, since the session knows it. */
export function ProfileHeader({ user }: { user: User }) {
  return (
    <Flex as="header" gap={{ base: '4', md: '6' }} align="center" mb="6">
      <PersonAvatar person={user} diameter={80} />
      <Box minW="0">
        <Flex align="center" columnGap="3" rowGap="1" wrap="wrap">
          <Heading as="h1" textStyle="pageTitle" tabIndex={-1} outline="0" overflowWrap="anywhere" minW="0">
            {user.name}
          </Heading>
          <Badge colorPalette="brand">{ROLE_WORDS[user.role]}</Badge>
        </Flex>
        <Text color="fg.muted" overflowWrap="anywhere">
          {user.email}
        </Text>
        <Text color="fg.muted">Member since {monthOf(user.createdAt)}</Text>
      </Box>
    </Flex>
  );
}
