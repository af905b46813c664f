import { ApiError, useQuery } from '@solvent/http';
import { useParams } from '@solvent/router';
import { Page, usePageTitle } from '@solvent/ui';
import { useEffect } from 'react';
import { loadMarkdown } from '../../markdown/markdown.tsx';
import { ProblemArticle } from './problem-article.tsx';
import { problemDetailOptions } from './problem-detail.ts';
import { FailedProblem, UnknownProblem } from './problem-failures.tsx';
import { ProblemSkeleton } from './problem-skeleton.tsx';

/** The code that shows the body comes while the body does. */
function useMarkdownEarly() {
  useEffect(() => {
    // Where it is shown, a failure shows too.
    loadMarkdown().catch(() => undefined);
  }, []);
}

function Problem({ id }: { id: string }) {
  const { data: problem, error, refetch } = useQuery(problemDetailOptions(id));
  useMarkdownEarly();
  usePageTitle(problem?.title);

  if (problem) return <ProblemArticle problem={problem} />;
  if (error instanceof ApiError && error.status === 404) return <UnknownProblem />;
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
