import { Button, LinkButton, Notice } from '@solvent/ui';
import { CircleAlert, PackageX } from 'lucide-react';

/** There is no such module, or none that this person may see (spec 2). */
export function UnknownModule() {
  return (
    <Notice
      as="h1"
      icon={PackageX}
      title="Module not found"
      text="The module you're looking for doesn't exist or has been removed."
      action={<LinkButton to="/toolbox">Back to Toolbox</LinkButton>}
    />
  );
}

/** The module could not be had. */
export function FailedModule({ onRetry }: { onRetry: () => void }) {
  return (
    <Notice
      as="h1"
      icon={CircleAlert}
      tone="error"
      title="The module could not be loaded"
      text="Check your connection, then try again."
      action={
        <Button variant="outline" colorPalette="gray" onClick={onRetry}>
          Try again
        </Button>
      }
    />
  );
}
