import { Box, Heading, lazyComponent } from '@solvent/ui';
import { useRef } from 'react';
import type { ListedProblem } from '../api/problems.ts';
import { CommentsSkeleton, renderQuestionsError } from './comments-skeleton.tsx';

const Questions = lazyComponent(() => import(/* webpackChunkName: "comments" */ './questions.tsx'));

interface CommentsProps {
  problem: Pick<ListedProblem, '_id' | 'user'>;
  isInTab?: boolean;
}

const SECTION = { borderTopWidth: '1px', pt: '6', mt: '8' } as const;

/** Public questions and answers. Their code loads after the problem above them. */
export function Comments({ problem, isInTab = false }: CommentsProps) {
  const headingRef = useRef<HTMLHeadingElement>(null);
  return (
    <Box as="section" aria-labelledby="discussion" id="questions" scrollMarginTop="72px" {...(isInTab ? {} : SECTION)}>
      <Heading
        as="h2"
        id="discussion"
        ref={headingRef}
        tabIndex={-1}
        outline="0"
        textStyle="sectionTitle"
        {...(isInTab ? { srOnly: true } : { mb: '4' })}
      >
        Questions and answers
      </Heading>
      <Questions
        problem={problem}
        headingRef={headingRef}
        fallback={<CommentsSkeleton />}
        renderLoadError={renderQuestionsError}
      />
    </Box>
  );
}
