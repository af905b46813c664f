import type { PersonSummary } from '@solvent/contracts';
import { hasProfile } from '@solvent/kit';
import { LinkButton, VisuallyHidden } from '@solvent/ui';
import type { ButtonProps } from '@solvent/ui';
import { MessageSquare } from 'lucide-react';

interface MessageLinkProps extends Omit<ButtonProps, 'children'> {
  person: PersonSummary;
  problemId: string;
}

/** Returns the path of the conversation with a user about a problem; undefined for a deleted account. */
export const getMessagePath = (person: PersonSummary, problemId: string): string | undefined =>
  hasProfile(person) ? `/conversations?${new URLSearchParams({ with: person._id, problem: problemId })}` : undefined;

export function MessageLink({ person, problemId, ...props }: MessageLinkProps) {
  const path = getMessagePath(person, problemId);
  if (path === undefined) return null;
  return (
    <LinkButton size="sm" variant="outline" colorPalette="gray" {...props} to={path}>
      <MessageSquare size={14} aria-hidden />
      Message<VisuallyHidden> {person.name}</VisuallyHidden>
    </LinkButton>
  );
}
