import { EmptyState, LinkButton } from '@solvent/ui';
import { FileQuestion } from 'lucide-react';

export const ProblemNotFound = () => (
  <EmptyState
    as="h1"
    icon={FileQuestion}
    title="Problem not found"
    text="It may have been removed, or the link is incomplete."
    action={<LinkButton to="/problems">Browse problems</LinkButton>}
  />
);
