import type { PersonSummary } from './accounts.ts';
import type { IsoTime } from './envelope.ts';

/** A question or an answer under a problem: everybody reads it. Answers have a `parentId`; there is one level of them. */
export interface Comment {
  _id: string;
  problemId: string;
  parentId: string | null;
  /** Null once it was deleted. */
  author: PersonSummary | null;
  /** Markdown; empty once it was deleted. */
  content: string;
  /** By the problem's poster; questions alone. */
  pinned: boolean;
  isDeleted: boolean;
  createdAt: IsoTime;
  /** Null while it stands as it was written. */
  editedAt: IsoTime | null;
}

/** `POST /problems/{id}/comments`. Sent again with the same `Idempotency-Key`, it makes no second one. */
export interface PostCommentBody {
  content: string;
  parentId?: string | undefined;
}

/** `PUT /comments/{id}`: within `DISCUSSION.editMinutes`, by its author. */
export interface EditCommentBody {
  content: string;
}

/** `PUT /comments/{id}/pin`: by the problem's poster. */
export interface PinCommentBody {
  pinned: boolean;
}

/** Answer of `GET /problems/{id}/comments`: pinned questions first, then the oldest; each answer after its question. */
export interface CommentsAnswer {
  comments: Comment[];
}

/** Answer of every call that changes a comment. */
export interface CommentAnswer {
  comment: Comment;
}
