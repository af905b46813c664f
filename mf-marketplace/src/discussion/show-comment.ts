import type { Comment } from '@solvent/contracts';
import type { QueryClient } from '@solvent/http';
import { commentsOptions } from './comments.ts';

/** Shows a comment as it is now: in its place, or last if it is new. */
export function showComment(queryClient: QueryClient, problemId: string, comment: Comment): void {
  queryClient.setQueryData(commentsOptions(problemId).queryKey, (comments) => {
    if (!comments?.some(({ _id }) => _id === comment._id)) return comments && [...comments, comment];
    return comments.map((one) => (one._id === comment._id ? comment : one));
  });
}
