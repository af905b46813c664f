import { Button, Notice } from '@solvent/ui';
import { CloudAlert } from 'lucide-react';

interface FailureCardProps {
  /** What could not be shown, such as "This page". */
  what: string;
  busy: boolean;
  onRetry: () => void;
}

/** What stands in place of a page whose remote failed: everything around it goes on. */
export function FailureCard({ what, busy, onRetry }: FailureCardProps) {
  return (
    <Notice
      icon={CloudAlert}
      tone="error"
      as="h1"
      title={`${what} could not be loaded`}
      text="The rest of Solvent works. Check your connection and try again."
      action={
        <Button variant="outline" loading={busy} loadingText="Trying again…" onClick={onRetry}>
          Try again
        </Button>
      }
    />
  );
}
