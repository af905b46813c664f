import { useSearchParams } from '@solvent/router';
import { Box, Page, PageHeading } from '@solvent/ui';
import { useId } from 'react';
import { readTab } from './bid-tab.ts';
import { BidTabs } from './bid-tabs.tsx';
import { MyBidsList } from './my-bids-list.tsx';
import { useMyBids } from './use-my-bids.ts';

/** /my-bids (spec 2; interface "My bids"). The shell lets only signed-in people in. */
export function Component() {
  const [params] = useSearchParams();
  const tab = readTab(params);
  const panelId = useId();
  const { list, counts } = useMyBids(tab);
  return (
    <Page>
      <PageHeading text="What you have offered, and what became of it.">My Bids</PageHeading>
      <BidTabs tab={tab} counts={counts} panelId={panelId} />
      <Box role="tabpanel" id={panelId} aria-labelledby={`my-bids-${tab}`}>
        <MyBidsList tab={tab} list={list} />
      </Box>
    </Page>
  );
}
