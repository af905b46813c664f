import { formatNumber } from '@solvent/contracts';
import { useQuery } from '@solvent/http';
import { useSession } from '@solvent/store';
import { Box, chakra, Flex } from '@solvent/ui';
import { useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { problemBidsOptions } from '../../api/bids.ts';
import { commentsOptions } from '../../api/problems.ts';
import type { DetailedProblem } from '../../api/problems.ts';
import { BidsForPoster } from '../../bid/bids-for-poster.tsx';
import { BidForSolver } from '../../bid/own-bid.tsx';
import { Comments } from '../../comments/comments.tsx';
import { isPoster } from './viewer.ts';

export const BIDS_ID = 'bids';

const TABS = ['bids', 'questions'] as const;
type Tab = (typeof TABS)[number];

const TabButton = chakra('button', {
  base: {
    minH: '44px',
    px: '3',
    fontWeight: '600',
    whiteSpace: 'nowrap',
    color: 'fg.muted',
    cursor: 'pointer',
    borderBottomWidth: '2px',
    borderColor: 'transparent',
    fontVariantNumeric: 'tabular-nums',
    focusVisibleRing: 'inside',
    _hover: { color: 'fg' },
    _selected: { color: 'fg', borderColor: 'brand.solid' },
  },
});

function tabAfter(tab: Tab, key: string): Tab | undefined {
  if (key === 'ArrowRight' || key === 'ArrowLeft') return tab === 'bids' ? 'questions' : 'bids';
  if (key === 'Home') return 'bids';
  return key === 'End' ? 'questions' : undefined;
}

interface TabListProps {
  tab: Tab;
  counts: Record<Tab, number>;
  onTab: (tab: Tab) => void;
}

function TabList({ tab, counts, onTab }: TabListProps) {
  const row = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = tabAfter(tab, event.key);
    if (!next) return;
    event.preventDefault();
    onTab(next);
    row.current?.querySelector<HTMLElement>(`#tab-${next}`)?.focus();
  };
  return (
    <Flex
      ref={row}
      role="tablist"
      aria-label="Bids and questions"
      boxShadow="inset 0 -1px var(--chakra-colors-border)"
      overflowX="auto"
      mb="5"
      onKeyDown={onKeyDown}
    >
      {TABS.map((one) => (
        <TabButton
          key={one}
          type="button"
          role="tab"
          id={`tab-${one}`}
          aria-selected={one === tab}
          aria-controls={`panel-${one}`}
          tabIndex={one === tab ? 0 : -1}
          onClick={() => onTab(one)}
        >
          {one === 'bids' ? 'Bids' : 'Questions'} ({formatNumber(counts[one])})
        </TabButton>
      ))}
    </Flex>
  );
}

const countQuestions = (comments: readonly { parentId: string | null; isDeleted: boolean }[]): number =>
  comments.filter(({ parentId, isDeleted }) => parentId === null && !isDeleted).length;

/** For the poster: two tabs, with the bids first if there are any (product 2.20). */
function PosterTabs({ problem }: { problem: DetailedProblem }) {
  const [tab, setTab] = useState<Tab>(problem.bidCount > 0 ? 'bids' : 'questions');
  const bids = useQuery(problemBidsOptions(problem._id)).data;
  const comments = useQuery(commentsOptions(problem._id)).data;
  const counts = { bids: bids?.count ?? problem.bidCount, questions: countQuestions(comments ?? []) };
  const getPanelProps = (one: Tab) => ({
    role: 'tabpanel',
    id: `panel-${one}`,
    'aria-labelledby': `tab-${one}`,
    hidden: one !== tab,
  });
  return (
    // "Review bids" focuses this element, which selects the tab.
    <Box
      id={BIDS_ID}
      tabIndex={-1}
      outline="0"
      mt="8"
      scrollMarginTop="72px"
      onFocus={({ target, currentTarget }) => (target === currentTarget ? setTab('bids') : undefined)}
    >
      <TabList tab={tab} counts={counts} onTab={setTab} />
      <Box {...getPanelProps('bids')}>
        <BidsForPoster problem={problem} />
      </Box>
      <Box {...getPanelProps('questions')}>
        <Comments problem={problem} isInTab />
      </Box>
    </Box>
  );
}

export function BidsAndQuestions({ problem }: { problem: DetailedProblem }) {
  const viewerId = useSession((state) => state.userData?._id);
  if (isPoster(problem, viewerId)) return <PosterTabs problem={problem} />;
  return (
    <>
      <Comments problem={problem} />
      {viewerId ? <BidForSolver problem={problem} /> : null}
    </>
  );
}
