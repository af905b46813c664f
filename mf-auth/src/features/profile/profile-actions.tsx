import { Button, Flex, LinkButton } from '@solvent/ui';
import { Pencil } from 'lucide-react';
import { useEffect, useRef } from 'react';

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
    </Flex>
  );
}
