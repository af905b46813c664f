import type { Problem } from '@solvent/contracts';
import { ApiError, useQuery } from '@solvent/http';
import { problemStatusWord } from '@solvent/kit';
import { InlineSpinner, LinkButton, Notice } from '@solvent/ui';
import { Lock } from 'lucide-react';
import { FailedProblem, UnknownProblem } from '../../../problem/problem-failures.tsx';
import { ProblemForm } from '../problem-form.tsx';
import { problemToEditOptions } from './problem-to-edit.ts';

function NotToEdit({ problem, title, text }: { problem: Problem; title: string; text: string }) {
  const action = <LinkButton to={`/view-problems/${problem._id}`}>View the problem</LinkButton>;
  return <Notice as="h1" icon={Lock} title={title} text={text} action={action} />;
}

/** A posted problem in the form: its poster's, while it is open. */
export function EditProblem({ id, userId }: { id: string; userId: string }) {
  const { data: problem, error, refetch } = useQuery(problemToEditOptions(id));
  if (error instanceof ApiError && error.status === 404) return <UnknownProblem />;
  if (error) return <FailedProblem onRetry={() => void refetch()} />;
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
        text={`Its status is “${problemStatusWord(problem.status)}”. Only an open problem can be edited.`}
      />
    );
  return <ProblemForm userId={userId} problem={problem} />;
}
