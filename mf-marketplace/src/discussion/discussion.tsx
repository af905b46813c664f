import { Box, Heading, useDeferredComponent } from '@solvent/ui';
import { useRef } from 'react';
import type { DiscussedProblem } from './discussed-problem.ts';
import { CommentsFailed, CommentsSkeleton } from './comment-states.tsx';

const loadQuestions = () =>
  import(/* webpackChunkName: "discussion" */ './questions.tsx').then((module) => ({ Component: module.Questions }));

/** The public questions and answers under a problem. Their code comes after the problem, which stands above them. */
export function Discussion({ problem }: { problem: DiscussedProblem }) {
  const { Component: Questions, failed, retry } = useDeferredComponent(loadQuestions, true);
  const headingRef = useRef<HTMLHeadingElement>(null);
  return (
    <Box as="section" aria-labelledby="discussion" id="questions" borderTopWidth="1px" pt="6" mt="8" scrollMarginTop="72px">
      <Heading as="h2" id="discussion" ref={headingRef} tabIndex={-1} outline="0" textStyle="sectionTitle" mb="4">
        Questions and answers
      </Heading>
      {Questions ? <Questions problem={problem} headingRef={headingRef} /> : null}
      {failed ? <CommentsFailed onRetry={retry} /> : null}
      {Questions || failed ? null : <CommentsSkeleton />}
    </Box>
  );
}
