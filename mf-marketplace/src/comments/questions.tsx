import type { Comment } from '@solvent/contracts';
import { useQuery } from '@solvent/http';
import { PersonalArea, SignInLink } from '@solvent/kit';
import { useSession } from '@solvent/store';
import { Box, HStack, Stack, Text } from '@solvent/ui';
import { MessageCircleQuestion } from 'lucide-react';
import { useRef, useState } from 'react';
import type { RefObject } from 'react';
import { commentsOptions } from '../api/problems.ts';
import type { ListedProblem } from '../api/problems.ts';
import { NewCommentForm } from './comment-form.tsx';
import { CommentsSkeleton, renderQuestionsError } from './comments-skeleton.tsx';
import { CommentView } from './comment-view.tsx';

interface QuestionsProps {
  problem: Pick<ListedProblem, '_id' | 'user'>;
  headingRef: RefObject<HTMLElement | null>;
}

interface Thread {
  question: Comment;
  answers: Comment[];
}

/** Groups answers by question, pinned questions first, then oldest first. A deleted question remains while it has answers. */
function buildThreads(comments: readonly Comment[]): Thread[] {
  const questions = comments.filter(({ parentId }) => parentId === null);
  const threads = questions
    .map((question) => ({
      question,
      answers: comments.filter(({ parentId, isDeleted }) => parentId === question._id && !isDeleted),
    }))
    .filter(({ question, answers }) => !question.isDeleted || answers.length > 0);
  return threads.toSorted((a, b) => Number(b.question.pinned) - Number(a.question.pinned));
}

function ThreadView({ thread: { question, answers }, problem, headingRef }: QuestionsProps & { thread: Thread }) {
  const userId = useSession((state) => state.userData?._id);
  const [answering, setAnswering] = useState(false);
  const answerRef = useRef<HTMLButtonElement>(null);
  const shared = { posterId: problem.user._id, headingRef };
  function close() {
    setAnswering(false);
    answerRef.current?.focus();
  }
  return (
    <Box as="li" borderTopWidth="1px" py="5" _first={{ borderTopWidth: '0', pt: '0' }}>
      <CommentView
        comment={question}
        onAnswer={userId ? () => setAnswering(true) : undefined}
        answerRef={answerRef}
        {...shared}
      />
      <Stack gap="5" ps={{ base: '4', md: '8' }} ms="3" borderStartWidth="1px" mt="4" _empty={{ display: 'none' }}>
        {answers.length > 0 ? (
          <Stack as="ul" aria-label="Answers" gap="5" listStyleType="none">
            {answers.map((answer) => (
              <li key={answer._id}>
                <CommentView comment={answer} {...shared} />
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

function NewQuestion({ problem: { _id: problemId, user } }: Pick<QuestionsProps, 'problem'>) {
  const userId = useSession((state) => state.userData?._id);
  return (
    <PersonalArea needs="session" w={userId ? undefined : 'fit-content'}>
      {userId ? (
        <NewCommentForm key={userId} userId={userId} problemId={problemId} isPoster={userId === user._id} />
      ) : (
        <SignInLink purpose="ask a question" variant="outline" colorPalette="gray">
          Sign in to ask
        </SignInLink>
      )}
    </PersonalArea>
  );
}

function Threads({ problem, headingRef }: QuestionsProps) {
  const { data, isPending, refetch } = useQuery(commentsOptions(problem._id));
  if (isPending) return <CommentsSkeleton />;
  if (!data) return renderQuestionsError(() => void refetch());
  const threads = buildThreads(data);
  if (threads.length === 0) {
    return (
      <HStack gap="3" align="flex-start" color="fg.muted">
        <MessageCircleQuestion size={20} aria-hidden />
        <Text>No questions yet. Ask about anything unclear; everyone can read the answer.</Text>
      </HStack>
    );
  }
  return (
    <Stack as="ul" aria-label="Questions" gap="0" listStyleType="none">
      {threads.map((thread) => (
        <ThreadView key={thread.question._id} thread={thread} problem={problem} headingRef={headingRef} />
      ))}
    </Stack>
  );
}

export function Component({ problem, headingRef }: QuestionsProps) {
  return (
    <Stack gap="6">
      <Threads problem={problem} headingRef={headingRef} />
      <NewQuestion problem={problem} />
    </Stack>
  );
}
