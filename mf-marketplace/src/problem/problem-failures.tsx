import { Button, LinkButton, Notice } from '@solvent/ui';
import { CircleAlert, FileQuestion } from 'lucide-react';

/** Nobody has posted a problem with this id. */
export function UnknownProblem() {
  return (
    <Notice
      as="h1"
      icon={FileQuestion}
      title="Problem not found"
      text="It may have been removed, or the link is incomplete."
      action={<LinkButton to="/problems">Browse problems</LinkButton>}
    />
  );
}

/** The problem could not be had. */
export function FailedProblem({ onRetry }: { onRetry: () => void }) {
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
