import type { PersonRating as Rating, PersonSummary } from '@solvent/contracts';
import { formatNumber, hasProfile } from '@solvent/kit';
import { Flex, LinkButton, VisuallyHidden } from '@solvent/ui';
import type { ButtonProps } from '@solvent/ui';
import { MessageSquare, Star } from 'lucide-react';

interface MessageLinkProps extends Omit<ButtonProps, 'children'> {
  person: PersonSummary;
  /** What it is about. */
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

/** The mean of a person's stars, and how many gave them; nothing while nobody has. */
export function PersonRating({ rating, ratingCount }: Rating) {
  if (rating === null) return null;
  return (
    <Flex as="span" align="center" gap="1" textStyle="meta" color="fg.muted" fontVariantNumeric="tabular-nums">
      <Star size={12} aria-hidden fill="currentColor" />
      <VisuallyHidden>Rated</VisuallyHidden>
      {rating.toFixed(1)} ({formatNumber(ratingCount)})
    </Flex>
  );
}
