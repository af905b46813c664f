import { DELETED_PERSON_NAME } from '@solvent/contracts';
import type { Comment, PersonSummary } from '@solvent/contracts';
import { Badge, Flex, HStack, PersonAvatar, RelativeTime, Span, TextLink } from '@solvent/ui';
import { Pin } from 'lucide-react';

/** The way to a person's page; a deleted one has none. */
function Author({ person }: { person: PersonSummary }) {
  return (
    <HStack gap="2" minW="0">
      <PersonAvatar person={person} />
      {person.name === DELETED_PERSON_NAME ? (
        <Span truncate color="fg.muted">
          {person.name}
        </Span>
      ) : (
        <TextLink to={`/profile/${encodeURIComponent(person._id)}`} truncate color="fg" textDecorationColor="transparent">
          {person.name}
        </TextLink>
      )}
    </HStack>
  );
}

interface CommentHeadProps {
  comment: Comment;
  author: PersonSummary;
  /** Who posted the problem. */
  posterId: string;
}

/** Who wrote it, and when. */
export function CommentHead({ comment, author, posterId }: CommentHeadProps) {
  return (
    <Flex align="center" columnGap="2" rowGap="1" wrap="wrap" minW="0">
      <Author person={author} />
      {author._id === posterId ? (
        <Badge variant="subtle" colorPalette="brand">
          Poster
        </Badge>
      ) : null}
      <RelativeTime time={comment.createdAt} textStyle="meta" color="fg.subtle" />
      {comment.editedAt ? (
        <Span textStyle="meta" color="fg.subtle" title={new Date(comment.editedAt).toLocaleString()}>
          edited
        </Span>
      ) : null}
      {comment.pinned ? (
        <Badge variant="outline" colorPalette="gray">
          <Pin size={12} aria-hidden />
          Pinned
        </Badge>
      ) : null}
    </Flex>
  );
}
