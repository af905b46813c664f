import type { Comment } from '@solvent/contracts';
import { failureText, useMutation, useQueryClient } from '@solvent/http';
import { toast } from '@solvent/ui';
import { commentsKey, deleteComment, editComment, pinComment } from './comments.ts';
import { showComment } from './show-comment.ts';

/** What can be done to a comment. A refusal is said, and the questions are asked for again: they are not what they were. */
export function useCommentChanges(comment: Comment) {
  const { _id, problemId } = comment;
  const queryClient = useQueryClient();
  const askAgain = () => queryClient.invalidateQueries({ queryKey: commentsKey(problemId) });

  const pin = useMutation({
    mutationFn: (pinned: boolean) => pinComment(_id, pinned),
    onMutate: (pinned) => showComment(queryClient, problemId, { ...comment, pinned }),
    onSuccess: (answered) => showComment(queryClient, problemId, answered),
    onError: (error) => {
      showComment(queryClient, problemId, comment);
      toast.error(failureText(error, comment.pinned ? 'Failed to unpin the question' : 'Failed to pin the question'));
    },
    onSettled: askAgain,
  });
  const remove = useMutation({
    mutationFn: () => deleteComment(_id),
    onSuccess: () => {
      showComment(queryClient, problemId, { ...comment, isDeleted: true, author: null, content: '', pinned: false });
      toast.success(comment.parentId ? 'Answer deleted' : 'Question deleted');
    },
    onError: (error) => toast.error(failureText(error, 'Failed to delete the comment')),
    onSettled: askAgain,
  });
  const edit = async (content: string) => {
    try {
      showComment(queryClient, problemId, await editComment(_id, content));
    } finally {
      void askAgain();
    }
  };
  return { pin, remove, edit };
}
