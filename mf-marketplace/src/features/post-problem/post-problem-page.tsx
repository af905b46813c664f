import type { Problem } from '@solvent/contracts';
import { ApiError, useQuery } from '@solvent/http';
import { LoadError, getProblemStatusLabel, SkeletonRegion } from '@solvent/kit';
import { useSearchParams } from '@solvent/router';
import { requestPage, useSession } from '@solvent/store';
import { Button, EmptyState, InlineSpinner, LinkButton, Page, Panel, Skeleton } from '@solvent/ui';
import { Lock, PenLine } from 'lucide-react';
import { useEffect } from 'react';
import { problemToEditOptions } from '../../api/problem-changes.ts';
import { ProblemNotFound } from '../../problem/problem-not-found.tsx';
import { ProblemForm } from './problem-form.tsx';

function NotEditable({ problem, title, text }: { problem: Problem; title: string; text: string }) {
  const action = <LinkButton to={`/view-problems/${problem._id}`}>View the problem</LinkButton>;
  return <EmptyState as="h1" icon={Lock} title={title} text={text} action={action} />;
}

function EditProblem({ id, userId }: { id: string; userId: string }) {
  const { data: problem, error, refetch } = useQuery(problemToEditOptions(id));
  if (error instanceof ApiError && error.status === 404) return <ProblemNotFound />;
  if (error)
    return <LoadError size="page" title="The problem could not be loaded" error={error} onRetry={() => void refetch()} />;
  if (!problem) return <InlineSpinner size="lg" />;
  if (problem.user._id !== userId)
    return (
      <NotEditable problem={problem} title="This is not your problem" text="Only the person who posted a problem can edit it." />
    );
  if (problem.status !== 'open')
    return (
      <NotEditable
        problem={problem}
        title="This problem can no longer be edited"
        text={`Its status is “${getProblemStatusLabel(problem.status)}”. Only an open problem can be edited.`}
      />
    );
  return <ProblemForm userId={userId} problem={problem} />;
}

/** Opens the shell's role switch over this page (product 2.7). */
function SeekersOnly() {
  useEffect(() => requestPage('/post-problem'), []);
  return (
    <EmptyState
      as="h1"
      icon={PenLine}
      title="Posting a problem requires a seeker account"
      text="Switch your role to continue."
      action={<Button onClick={() => requestPage('/post-problem')}>Switch to a seeker account</Button>}
    />
  );
}

const FormSkeleton = () => (
  <Page measure="reading">
    <Skeleton h="32px" w="220px" mb="6" />
    <Panel>
      <SkeletonRegion gap="5" minH="60vh">
        <Skeleton h="64px" />
        <Skeleton h="220px" />
        <Skeleton h="64px" />
        <Skeleton h="64px" />
      </SkeletonRegion>
    </Panel>
  </Page>
);

/** /post-problem (product 2.21), and /post-problem?edit={id}. The shell requires a session. */
export function Component() {
  const user = useSession((state) => state.userData);
  const [params] = useSearchParams();
  const edited = params.get('edit');
  if (!user) return <FormSkeleton />;
  const newProblem = user.role === 'seeker' ? <ProblemForm key={user._id} userId={user._id} /> : <SeekersOnly />;
  return (
    <Page measure="reading">
      {edited ? <EditProblem key={`${user._id} ${edited}`} id={edited} userId={user._id} /> : newProblem}
    </Page>
  );
}
