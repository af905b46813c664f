import type { Problem } from '@solvent/contracts';
import { ApiError, useQuery } from '@solvent/http';
import { LoadError, getProblemStatusLabel } from '@solvent/kit';
import { useSearchParams } from '@solvent/router';
import { requestPage, useSession } from '@solvent/store';
import { Button, EmptyState, InlineSpinner, LinkButton, Page } from '@solvent/ui';
import { Lock, PenLine } from 'lucide-react';
import { useEffect } from 'react';
import { problemToEditOptions } from '../../api/problem-changes.ts';
import { UnknownProblem } from '../../problem/unknown-problem.tsx';
import { ProblemForm } from './problem-form.tsx';

function NotToEdit({ problem, title, text }: { problem: Problem; title: string; text: string }) {
  const action = <LinkButton to={`/view-problems/${problem._id}`}>View the problem</LinkButton>;
  return <EmptyState as="h1" icon={Lock} title={title} text={text} action={action} />;
}

/** A posted problem in the form: its poster's, while it is open. */
function EditProblem({ id, userId }: { id: string; userId: string }) {
  const { data: problem, error, refetch } = useQuery(problemToEditOptions(id));
  if (error instanceof ApiError && error.status === 404) return <UnknownProblem />;
  if (error)
    return <LoadError size="page" title="The problem could not be loaded" error={error} onRetry={() => void refetch()} />;
  if (!problem) return <InlineSpinner size="lg" />;
  if (problem.user._id !== userId)
    return (
      <NotToEdit problem={problem} title="This is not your problem" text="Only the person who posted a problem can edit it." />
    );
  if (problem.status !== 'open')
    return (
      <NotToEdit
        problem={problem}
        title="This problem can no longer be edited"
        text={`Its status is “${getProblemStatusLabel(problem.status)}”. Only an open problem can be edited.`}
      />
    );
  return <ProblemForm userId={userId} problem={problem} />;
}

/** Posting a problem requires a seeker account: the shell opens the switch over it, at once (product 2.7). */
function SeekersOnly() {
  useEffect(() => requestPage('/post-problem'), []);
  return (
    <EmptyState
      as="h1"
      icon={PenLine}
      title="Posting a problem requires a seeker account"
      text="You can switch yours now, and go on here."
      action={<Button onClick={() => requestPage('/post-problem')}>Switch to a seeker account</Button>}
    />
  );
}

/** /post-problem (product 2.21), and /post-problem?edit={id}. The shell lets only signed-in people in. */
export function Component() {
  const user = useSession((state) => state.userData);
  const [params] = useSearchParams();
  const edited = params.get('edit');
  if (!user) return null;
  const newProblem = user.role === 'seeker' ? <ProblemForm key={user._id} userId={user._id} /> : <SeekersOnly />;
  return (
    <Page measure="reading">
      {edited ? <EditProblem key={`${user._id} ${edited}`} id={edited} userId={user._id} /> : newProblem}
    </Page>
  );
}
