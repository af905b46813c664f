import { useSession } from '@solvent/store';
import { Box, Stack } from '@solvent/ui';
import { useRef, useState } from 'react';
import type { RefObject } from 'react';
import { CommentView } from './comment-view.tsx';
import type { DiscussedProblem } from './discussed-problem.ts';
import { NewCommentForm } from './new-comment-form.tsx';
import type { Thread } from './threads.ts';

interface ThreadViewProps {
  thread: Thread;
  problem: DiscussedProblem;
  headingRef: RefObject<HTMLElement | null>;
}

/** A question with its answers one level in. */
export function ThreadView({ thread: { question, answers }, problem, headingRef }: ThreadViewProps) {
  const userId = useSession((state) => state.userData?._id);
  const [answering, setAnswering] = useState(false);
  const answerRef = useRef<HTMLButtonElement>(null);
  const parts = { posterId: problem.user._id, headingRef };
  function close() {
    setAnswering(false);
    answerRef.current?.focus();
  }
  return (
    <Box as="li" borderTopWidth="1px" py="5" _first={{ borderTopWidth: '0', pt: '0' }}>
      <CommentView comment={question} onAnswer={userId ? () => setAnswering(true) : undefined} answerRef={answerRef} {...parts} />
      <Stack gap="5" ps={{ base: '4', md: '8' }} ms="3" borderStartWidth="1px" mt="4" _empty={{ display: 'none' }}>
        {answers.length > 0 ? (
          <Stack as="ul" aria-label="Answers" gap="5" listStyleType="none">
            {answers.map((answer) => (
              <li key={answer._id}>
                <CommentView comment={answer} {...parts} />
              </li>
            ))}
          </Stack>
        ) : null}
        {answering && userId ? (
          <NewCommentForm key={userId} userId={userId} problemId={problem._id} parentId={question._id} onClose={close} />
        ) : null}
      </Stack>
    </Box>
  );
}
