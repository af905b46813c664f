import type { Comment, CommentAnswer, CommentsAnswer, PostCommentBody } from '@solvent/contracts';
import { http, queryOptions } from '@solvent/http';

export const commentsKey = (problemId: string) => ['comments', problemId] as const;

const ofProblem = (problemId: string) => `/problems/${encodeURIComponent(problemId)}/comments`;
const one = (id: string) => `/comments/${encodeURIComponent(id)}`;

/** `GET /problems/{id}/comments`. */
export const commentsOptions = (problemId: string) =>
  queryOptions({
    queryKey: commentsKey(problemId),
    queryFn: async ({ signal }) => {
      const { data } = await http.get<Partial<CommentsAnswer>>(ofProblem(problemId), { signal });
      if (!Array.isArray(data.comments)) throw new Error('Invalid format: the answer has no array of comments.');
      return data.comments;
    },
  });

function answered({ comment }: Partial<CommentAnswer>): Comment {
  if (!comment) throw new Error('Invalid format: the answer has no comment.');
  return comment;
}

/**
 * `POST /problems/{id}/comments`.
 *
 * @param idempotencyKey sent again, it makes no second comment
 */
export async function postComment(problemId: string, body: PostCommentBody, idempotencyKey: string): Promise<Comment> {
  const headers = { 'Idempotency-Key': idempotencyKey };
  return answered((await http.post<Partial<CommentAnswer>>(ofProblem(problemId), body, { headers })).data);
}

/** `PUT /comments/{id}`. */
export const editComment = async (id: string, content: string): Promise<Comment> =>
  answered((await http.put<Partial<CommentAnswer>>(one(id), { content })).data);

/** `DELETE /comments/{id}`. */
export async function deleteComment(id: string): Promise<void> {
  await http.delete(one(id));
}

/** `PUT /comments/{id}/pin`. */
export const pinComment = async (id: string, pinned: boolean): Promise<Comment> =>
  answered((await http.put<Partial<CommentAnswer>>(`${one(id)}/pin`, { pinned })).data);
