import { requestPostProblem } from '@solvent/store';
import { Box, Button, Notice, TextLink } from '@solvent/ui';
import { CircleAlert, Inbox, SearchX } from 'lucide-react';

const FAILED = 'Failed to load problems. Please try again.';

const TryAgain = ({ onRetry }: { onRetry: () => void }) => (
  <Button variant="outline" colorPalette="gray" onClick={onRetry}>
    Try again
  </Button>
);

/** In place of the list, when its first page could not be had (spec 8). */
export function FailedList({ onRetry }: { onRetry: () => void }) {
  return <Notice icon={CircleAlert} tone="error" title={FAILED} action={<TryAgain onRetry={onRetry} />} />;
}

/** Below the list, when a further page could not be had. */
export function FailedNextPage({ onRetry }: { onRetry: () => void }) {
  return (
    <Box role="alert" color="fg.error" display="flex" alignItems="center" justifyContent="center" flexWrap="wrap" gap="3" py="4">
      {FAILED}
      <TryAgain onRetry={onRetry} />
    </Box>
  );
}

/** Nothing matches; or, without filters, nothing is there. */
export function EmptyList({ isFiltered, onReset }: { isFiltered: boolean; onReset: () => void }) {
  if (isFiltered) {
    return (
      <Notice
        icon={SearchX}
        title="No problems found matching your criteria"
        text="Try fewer filters, another word, or a wider price range."
        action={
          <TextLink to="/problems" onClick={onReset}>
            Reset filters
          </TextLink>
        }
      />
    );
  }
  return (
    <Notice
      icon={Inbox}
      title="No problems found."
      text="Be the first: solvers are notified as soon as there is one."
      action={<Button onClick={requestPostProblem}>Post a Problem</Button>}
    />
  );
}
