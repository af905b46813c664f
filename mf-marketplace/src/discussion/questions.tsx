import { useQuery } from '@solvent/http';
import { useLocation } from '@solvent/router';
import { useSession } from '@solvent/store';
import { Box, LinkButton, Stack } from '@solvent/ui';
import type { RefObject } from 'react';
import { CommentsFailed, CommentsSkeleton, NoComments } from './comment-states.tsx';
import { commentsOptions } from './comments.ts';
import type { DiscussedProblem } from './discussed-problem.ts';
import { NewCommentForm } from './new-comment-form.tsx';
import { ThreadView } from './thread-view.tsx';
import { threadsOf } from './threads.ts';

interface QuestionsProps {
  problem: DiscussedProblem;
  /** Takes the focus of what was deleted. */
  headingRef: RefObject<HTMLElement | null>;
}

/** Where one asks; signed out, the way to it. */
function Ask({ problemId }: { problemId: string }) {
  const userId = useSession((state) => state.userData?._id);
  const { pathname, search } = useLocation();
  if (userId) return <NewCommentForm key={userId} userId={userId} problemId={problemId} />;
  return (
    <LinkButton to="/signin" state={{ from: pathname + search }} variant="outline" colorPalette="gray">
      Sign in to ask
    </LinkButton>
  );
}

function Threads({ problem, headingRef }: QuestionsProps) {
  const { data, isPending, refetch } = useQuery(commentsOptions(problem._id));
  if (isPending) return <CommentsSkeleton />;
  if (!data) return <CommentsFailed onRetry={() => void refetch()} />;
  const threads = threadsOf(data);
  if (threads.length === 0) return <NoComments />;
  return (
    <Stack as="ul" aria-label="Questions" gap="0" listStyleType="none">
      {threads.map((thread) => (
        <ThreadView key={thread.question._id} thread={thread} problem={problem} headingRef={headingRef} />
      ))}
    </Stack>
  );
}

/** All that was asked and answered, and the form below it: the newest stands last. */
export function Questions({ problem, headingRef }: QuestionsProps) {
  return (
    <Stack gap="6">
      <Threads problem={problem} headingRef={headingRef} />
      <Box>
        <Ask problemId={problem._id} />
      </Box>
    </Stack>
  );
}
