import { formatNumber } from '@solvent/contracts';
import { Link, useNavigate } from '@solvent/router';
import { chakra, Flex, Span } from '@solvent/ui';
import { useEffect, useRef } from 'react';
import type { KeyboardEvent } from 'react';
import { bidStatusWord } from '../../bid/bid-status.tsx';
import { BID_TABS, tabAddress } from './bid-tab.ts';
import type { BidTab } from './bid-tab.ts';

const TabLink = chakra(Link, {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1.5',
    minH: { base: '44px', md: '36px' },
    px: '3',
    fontWeight: '500',
    whiteSpace: 'nowrap',
    color: 'fg.muted',
    borderBottomWidth: '2px',
    borderColor: 'transparent',
    focusVisibleRing: 'inside',
    _hover: { color: 'fg' },
    _selected: { color: 'fg', borderColor: 'brand.solid' },
  },
});

const idOf = (tab: BidTab): string => `my-bids-${tab}`;

function tabAfter(tab: BidTab, key: string): BidTab | undefined {
  const index = BID_TABS.indexOf(tab);
  if (key === 'ArrowRight') return BID_TABS[(index + 1) % BID_TABS.length];
  if (key === 'ArrowLeft') return BID_TABS.at(index - 1);
  if (key === 'Home') return BID_TABS[0];
  return key === 'End' ? BID_TABS.at(-1) : undefined;
}

interface BidTabsProps {
  tab: BidTab;
  counts: Record<BidTab, number> | undefined;
  panelId: string;
}

export function BidTabs({ tab, counts, panelId }: BidTabsProps) {
  const navigate = useNavigate();
  const row = useRef<HTMLDivElement>(null);
  const isCounted = counts !== undefined;
  useEffect(() => {
    // On a phone the row is wider than the screen, and wider still with its counts.
    const selected = document.getElementById(idOf(tab));
    if (row.current && selected) row.current.scrollLeft = selected.offsetLeft - row.current.clientWidth / 3;
  }, [tab, isCounted]);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const next = tabAfter(tab, event.key);
    if (!next) return;
    event.preventDefault();
    void navigate(tabAddress(next), { replace: true });
    document.getElementById(idOf(next))?.focus();
  };
  return (
    <Flex
      ref={row}
      position="relative"
      role="tablist"
      aria-label="Bids by state"
      boxShadow="inset 0 -1px var(--chakra-colors-border)"
      overflowX="auto"
      mb="5"
      onKeyDown={onKeyDown}
    >
      {BID_TABS.map((one) => (
        <TabLink
          key={one}
          id={idOf(one)}
          to={tabAddress(one)}
          replace
          role="tab"
          aria-selected={one === tab}
          aria-controls={panelId}
          tabIndex={one === tab ? 0 : -1}
        >
          {one === 'all' ? 'All' : bidStatusWord(one)}
          <Span textStyle="meta" color="fg.subtle" fontVariantNumeric="tabular-nums">
            {counts && formatNumber(counts[one])}
          </Span>
        </TabLink>
      ))}
    </Flex>
  );
}
