import { ApiError, useQuery } from '@solvent/http';
import { useParams } from '@solvent/router';
import { Page, usePageTitle } from '@solvent/ui';
import { preloadMarkdown } from '@solvent/ui/markdown';
import { useEffect } from 'react';
import { ProblemArticle } from './problem-article.tsx';
import { problemDetailOptions } from './problem-detail.ts';
import { FailedProblem, UnknownProblem } from '../../problem/problem-failures.tsx';
import { ProblemSkeleton } from './problem-skeleton.tsx';
import { useLiveProblem } from './use-live-problem.ts';

function Problem({ id }: { id: string }) {
  const { data: problem, error, refetch } = useQuery(problemDetailOptions(id));
  // The code that shows the body comes while the body does.
  useEffect(() => void preloadMarkdown(), []);
  usePageTitle(problem?.title);
  useLiveProblem(id);

  if (error instanceof ApiError && error.status === 404) return <UnknownProblem />;
  if (problem) return <ProblemArticle problem={problem} />;
  if (error) return <FailedProblem onRetry={() => void refetch()} />;
  return <ProblemSkeleton />;
}

/** /view-problems/{problemId} and /problems/{id} (spec 2). */
export function Component() {
  const { id = '' } = useParams();
  return (
    <Page>
      <Problem key={id} id={id} />
    </Page>
  );
}
