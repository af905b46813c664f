import type { PersonSummary } from '@solvent/contracts';
import { hasProfile } from '@solvent/kit';
import { LinkButton, VisuallyHidden } from '@solvent/ui';
import type { ButtonProps } from '@solvent/ui';
import { MessageSquare } from 'lucide-react';

interface MessageLinkProps extends Omit<ButtonProps, 'children'> {
  person: PersonSummary;
  problemId: string;
}

/** Leads to the conversation with a person about a problem, which is opened there. Nothing for a deleted account. */
export function MessageLink({ person, problemId, ...props }: MessageLinkProps) {
  if (!hasProfile(person)) return null;
  const query = new URLSearchParams({ with: person._id, problem: problemId });
  return (
    <LinkButton size="sm" variant="outline" colorPalette="gray" {...props} to={`/conversations?${query}`}>
      <MessageSquare size={14} aria-hidden />
      Message<VisuallyHidden> {person.name}</VisuallyHidden>
    </LinkButton>
  );
}
