import type { Comment, PersonSummary } from '@solvent/contracts';
import { RelativeTime } from '@solvent/kit';
import { Badge, Flex, Span } from '@solvent/ui';
import { Pin } from 'lucide-react';
import { PersonLink } from '../person/person-link.tsx';

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
      <PersonLink person={author} withAvatar />
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
