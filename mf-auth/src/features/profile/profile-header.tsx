import type { User } from '@solvent/contracts';
import { Button, Flex, LinkButton, Text } from '@solvent/ui';
import { Pencil } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { MemberSince } from '../../person/person-facts.tsx';
import { PersonHeader } from '../../person/person-header.tsx';

interface ProfileActionsProps {
  userId: string;
  canEdit: boolean;
  isEditing: boolean;
  onEdit: () => void;
}

export function ProfileActions({ userId, canEdit, isEditing, onEdit }: ProfileActionsProps) {
  const editRef = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(isEditing);
  useEffect(() => {
    if (wasEditing.current && !isEditing) editRef.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  return (
    <Flex gap="2" mt="3" wrap="wrap" css={{ '& > *': { flex: { base: '1 0 auto', md: 'none' } } }}>
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

export function ProfileHeader({ user, picture, actions }: ProfileHeaderProps) {
  return (
    <PersonHeader person={user} picture={picture} actions={actions}>
      <Text color="fg.muted" overflowWrap="anywhere">
        {user.email}
      </Text>
      <MemberSince time={user.createdAt} />
    </PersonHeader>
  );
}
