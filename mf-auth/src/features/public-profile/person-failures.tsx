import { Button, LinkButton, Notice } from '@solvent/ui';
import { CloudAlert, UserX } from 'lucide-react';

/** Nobody has this id, or nobody any more. */
export function UnknownPerson() {
  return (
    <Notice
      as="h1"
      icon={UserX}
      title="This profile does not exist"
      text="The person may have deleted their account, or the link is incomplete."
      action={<LinkButton to="/problems">Browse problems</LinkButton>}
    />
  );
}

/** The profile could not be had. */
export function FailedPerson({ onRetry }: { onRetry: () => void }) {
  return (
    <Notice
      as="h1"
      icon={CloudAlert}
      tone="error"
      title="The profile could not be loaded"
      text="Check your connection, then try again."
      action={
        <Button variant="outline" colorPalette="gray" onClick={onRetry}>
          Try again
        </Button>
      }
    />
  );
}
