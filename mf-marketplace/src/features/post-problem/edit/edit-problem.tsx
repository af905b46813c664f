import type { Problem } from '@solvent/contracts';
import { ApiError, useQuery } from '@solvent/http';
import { Button, InlineSpinner, LinkButton, Notice } from '@solvent/ui';
import { CircleAlert, FileQuestion, Lock } from 'lucide-react';
import { statusWord } from '../../../problem/status-badge.tsx';
import { ProblemForm } from '../problem-form.tsx';
import { problemToEditOptions } from './problem-to-edit.ts';

function NotLoaded({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (error instanceof ApiError && error.status === 404)
    return (
      <Notice
        as="h1"
        icon={FileQuestion}
        title="Problem not found"
        text="It may have been removed, or the link is incomplete."
        action={<LinkButton to="/problems">Browse problems</LinkButton>}
      />
    );
  return (
    <Notice
      as="h1"
      icon={CircleAlert}
      tone="error"
      title="The problem could not be loaded"
      text="Check your connection, then try again."
      action={
        <Button variant="outline" colorPalette="gray" onClick={onRetry}>
          Try again
        </Button>
      }
    />
  );
}

function NotToEdit({ problem, title, text }: { problem: Problem; title: string; text: string }) {
  const action = <LinkButton to={`/view-problems/${problem._id}`}>View the problem</LinkButton>;
  return <Notice as="h1" icon={Lock} title={title} text={text} action={action} />;
}

/** A posted problem in the form: its poster's, while it is open. */
export function EditProblem({ id, userId }: { id: string; userId: string }) {
  const { data: problem, error, refetch } = useQuery(problemToEditOptions(id));
  if (error) return <NotLoaded error={error} onRetry={() => void refetch()} />;
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
        text={`Its status is “${statusWord(problem.status)}”. Only an open problem can be edited.`}
      />
    );
  return <ProblemForm userId={userId} problem={problem} />;
}
