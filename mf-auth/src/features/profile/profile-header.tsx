import type { User } from '@solvent/contracts';
import { Box, Button, Flex, Heading, LinkButton, Text } from '@solvent/ui';
import { Pencil } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { MemberSince, RoleBadge } from '../../person/person-facts.tsx';

interface ProfileActionsProps {
  userId: string;
  /** The profile has come. */
  canEdit: boolean;
  isEditing: boolean;
  onEdit: () => void;
}

/** Edit, and see what others see. The focus comes back to Edit when the form closes. */
export function ProfileActions({ userId, canEdit, isEditing, onEdit }: ProfileActionsProps) {
  const editRef = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(isEditing);
  useEffect(() => {
    if (wasEditing.current && !isEditing) editRef.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  return (
    <Flex gap="2" mt="3" wrap="wrap">
      {isEditing ? null : (
        <Button ref={editRef} size="sm" variant="outline" colorPalette="gray" disabled={!canEdit} onClick={onEdit}>
          <Pencil size={14} aria-hidden />
          Edit profile
        </Button>
      )}
      <LinkButton to={`/profile/${userId}`} size="sm" variant="outline" colorPalette="gray">
        View public profile
      </LinkButton>
      <LinkButton to="/my-problems" size="sm" variant="outline" colorPalette="gray">
        My problems
      </LinkButton>
    </Flex>
  );
}

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
