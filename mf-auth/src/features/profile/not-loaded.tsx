import { Button, Notice, Panel } from '@solvent/ui';
import { CloudAlert } from 'lucide-react';

/** The own profile could not be had. */
export function NotLoaded({ onRetry }: { onRetry: () => void }) {
  return (
    <Panel>
      <Notice
        icon={CloudAlert}
        tone="error"
        title="Your profile could not be loaded"
        text="Check your connection and try again."
        action={
          <Button variant="outline" colorPalette="gray" onClick={onRetry}>
            Try again
          </Button>
        }
      />
    </Panel>
  );
}
