import type { User } from '@solvent/contracts';
import { Box, Flex, Grid, Heading, Text } from '@solvent/ui';
import type { ReactNode } from 'react';
import { RoleBadge } from './person-facts.tsx';

interface PersonHeaderProps {
  person: Pick<User, 'name' | 'role' | 'headline'>;
  picture: ReactNode;
  children: ReactNode;
  /** Full width on phones, so that the buttons fit side by side. */
  actions: ReactNode;
}

export function PersonHeader({ person, picture, children, actions }: PersonHeaderProps) {
  return (
    <Grid as="header" templateColumns="auto minmax(0, 1fr)" columnGap={{ base: '4', md: '6' }} mb="6">
      <Box gridRow={{ md: 'span 2' }}>{picture}</Box>
      <Box minW="0">
        <Flex align="center" columnGap="3" rowGap="1" wrap="wrap">
          <Heading as="h1" textStyle="pageTitle" tabIndex={-1} outline="0" overflowWrap="anywhere" minW="0">
            {person.name}
          </Heading>
          <RoleBadge role={person.role} />
        </Flex>
        {person.headline ? <Text overflowWrap="anywhere">{person.headline}</Text> : null}
        {children}
      </Box>
      <Box gridColumn={{ base: '1 / -1', md: '2' }} minW="0">
        {actions}
      </Box>
    </Grid>
  );
}
