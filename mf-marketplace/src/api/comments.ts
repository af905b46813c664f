import type { Comment, CommentResponse, PostCommentBody } from '@solvent/contracts';
import { http, useMutation, useQueryClient } from '@solvent/http';
import type { QueryClient } from '@solvent/http';
import { requireField, useOptimisticMutation } from '@solvent/kit';
import { toast } from '@solvent/ui';
import { commentsKey, problemPath } from './problem-keys.ts';
import { commentsOptions } from './problems.ts';

const listPath = (problemId: string) => `${problemPath(problemId)}/comments`;
const commentPath = (id: string) => `/comments/${encodeURIComponent(id)}`;

function cacheComment(queryClient: QueryClient, problemId: string, comment: Comment): void {
  queryClient.setQueryData(commentsOptions(problemId).queryKey, (comments) => {
    if (!comments?.some(({ _id }) => _id === comment._id)) return comments && [...comments, comment];
    return comments.map((one) => (one._id === comment._id ? comment : one));
  });
}

async function sendComment(queryClient: QueryClient, problemId: string, send: () => Promise<{ data: Partial<CommentResponse> }>) {
  try {
    cacheComment(queryClient, problemId, requireField((await send()).data, 'comment'));
  } finally {
    void queryClient.invalidateQueries({ queryKey: commentsKey(problemId) });
  }
}

export function usePostComment(problemId: string) {
  const queryClient = useQueryClient();
  return (body: PostCommentBody, idempotencyKey: string) =>
    sendComment(queryClient, problemId, () =>
      http.post(listPath(problemId), body, { headers: { 'Idempotency-Key': idempotencyKey } }),
    );
}

export function useCommentChanges(comment: Comment) {
  const { _id, problemId } = comment;
  const queryClient = useQueryClient();
  const cache = (changed: Comment) => cacheComment(queryClient, problemId, changed);
  const refetch = () => queryClient.invalidateQueries({ queryKey: commentsKey(problemId) });

  const pin = useOptimisticMutation({
    mutationKey: ['pin-comment', _id],
    mutationFn: async (pinned: boolean) =>
      requireField((await http.put<Partial<CommentResponse>>(`${commentPath(_id)}/pin`, { pinned })).data, 'comment'),
    updates: [
      {
        queryKey: commentsKey(problemId),
        update: (comments: Comment[], pinned: boolean) => comments.map((one) => (one._id === _id ? { ...one, pinned } : one)),
      },
    ],
    onSuccess: cache,
    onError: (error, pinned) => toast.failure(error, pinned ? 'Failed to pin the question' : 'Failed to unpin the question'),
    onSettled: () => void refetch(),
  });
  const remove = useMutation({
    mutationFn: () => http.delete(commentPath(_id)),
    onSuccess: () => {
      cache({ ...comment, isDeleted: true, author: null, content: '', pinned: false });
      toast.success(comment.parentId ? 'Answer deleted' : 'Question deleted');
    },
    onError: (error) => toast.failure(error, 'Failed to delete the comment'),
    onSettled: refetch,
  });
  const edit = (content: string) => sendComment(queryClient, problemId, () => http.put(commentPath(_id), { content }));
  return { pin, remove, edit };
}
