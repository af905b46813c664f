import { formatNumber } from '@solvent/contracts';
import { Link } from '@solvent/router';
import { Span, Tabs } from '@solvent/ui';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';

export interface StatusTab {
  status: string;
  label: string;
  count: number | undefined;
  to: string;
}

interface StatusTabsProps {
  label: string;
  tabs: readonly StatusTab[];
  selected: string;
  children: ReactNode;
}

export function StatusTabs({ label, tabs, selected, children }: StatusTabsProps) {
  const listRef = useRef<HTMLDivElement>(null);
  const hasCounts = tabs.every(({ count }) => count !== undefined);
  useEffect(() => {
    // Scrolls to the selected tab: on phones the row is wider than the screen.
    const list = listRef.current;
    const tab = list?.querySelector<HTMLElement>('[aria-selected=true]');
    if (list && tab) list.scrollLeft = tab.offsetLeft - list.clientWidth / 3;
  }, [selected, hasCounts]);
  return (
    <Tabs.Root value={selected}>
      <Tabs.List ref={listRef} label={label}>
        {tabs.map(({ status, label: text, count, to }) => (
          <Tabs.Trigger key={status} value={status} asChild>
            <Link to={to} replace>
              {text}
              <Span textStyle="meta" color="fg.subtle">
                {count === undefined ? null : formatNumber(count)}
              </Span>
            </Link>
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      <Tabs.Content value={selected}>{children}</Tabs.Content>
    </Tabs.Root>
  );
}
