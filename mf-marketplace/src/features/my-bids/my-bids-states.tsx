import { Button, LinkButton, Notice, Panel, Skeleton, Stack, useDelayed } from '@solvent/ui';
import { CircleAlert, Gavel } from 'lucide-react';
import { tabAddress } from './bid-tab.ts';
import type { BidTab } from './bid-tab.ts';

const WORDS: Record<BidTab, { title: string; text: string }> = {
  all: { title: 'No bids yet', text: 'Find a problem that you can solve, and say what you would take for it.' },
  pending: { title: 'No pending bids', text: 'Bids wait here until the poster decides.' },
  accepted: { title: 'No accepted bids', text: 'The problems that you are to solve stand here.' },
  rejected: { title: 'No rejected bids', text: 'Where another bid was chosen, yours stands here.' },
  withdrawn: { title: 'No withdrawn bids', text: 'Bids that you take back stand here.' },
};

/** Nothing to show in a tab. */
export function NoBids({ tab, hasOthers }: { tab: BidTab; hasOthers: boolean }) {
  const action = hasOthers ? (
    <LinkButton to={tabAddress('all')} replace variant="outline" colorPalette="gray">
      Show all bids
    </LinkButton>
  ) : (
    <LinkButton to="/problems">Browse problems</LinkButton>
  );
  return <Notice icon={Gavel} {...WORDS[tab]} action={action} />;
}

/** The bids could not be had. */
export function FailedBids({ onRetry }: { onRetry: () => void }) {
  return (
    <Notice
      icon={CircleAlert}
      tone="error"
      title="Your bids could not be loaded"
      text="Check your connection, then try again."
      action={
        <Button variant="outline" colorPalette="gray" onClick={onRetry}>
          Try again
        </Button>
      }
    />
  );
}

/** The shape of bids on their way. */
export function BidsSkeleton() {
  const isLate = useDelayed(true);
  return (
    <Stack role="status" aria-label="Loading" gap="3" minH="50vh">
      {isLate
        ? [0, 1, 2, 3].map((place) => (
            <Panel key={place}>
              <Stack gap="3">
                <Skeleton h="20px" w="60%" />
                <Skeleton h="20px" w="40%" />
              </Stack>
            </Panel>
          ))
        : null}
    </Stack>
  );
}
