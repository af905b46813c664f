import type { Comment } from '@solvent/contracts';
import type { CommentRow } from '../schema/comments.ts';
import type { UserRow } from '../../accounts/schema/users.ts';

/** A comment with who wrote it. */
export interface WrittenComment {
  comment: CommentRow;
  author: Pick<UserRow, 'id' | 'name' | 'image'>;
}

/** A comment as everybody reads it: of a deleted one neither the words nor who wrote them. */
export function presentComment({ comment, author }: WrittenComment): Comment {
  const { id, problemId, parentId, content, pinned, createdAt, editedAt, deletedAt } = comment;
  const isDeleted = deletedAt !== null;
  return {
    _id: id,
    problemId,
    parentId,
    author: isDeleted ? null : { _id: author.id, name: author.name, image: author.image },
    content: isDeleted ? '' : content,
    pinned,
    isDeleted,
    createdAt: createdAt.toISOString(),
    editedAt: editedAt?.toISOString() ?? null,
  };
}
