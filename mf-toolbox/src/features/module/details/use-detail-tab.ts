import { useSearchParams } from '@solvent/router';

/** Tabs of the module page; the first is the default (product 2.30). */
export const DETAIL_TABS = ['preview', 'installation', 'documentation'] as const;
export type DetailTab = (typeof DETAIL_TABS)[number];

export const TAB_LABELS: Record<DetailTab, string> = {
  preview: 'Preview',
  installation: 'Installation',
  documentation: 'Documentation',
};

export const TABS_ID = 'details';

export const getTabLocation = (tab: DetailTab) => ({ search: `?tab=${tab}`, hash: `#${TABS_ID}` });

/** The tab in the URL. Switching replaces the history entry. */
export function useDetailTab() {
  const [params, setParams] = useSearchParams();
  const tab = DETAIL_TABS.find((name) => name === params.get('tab')) ?? DETAIL_TABS[0];
  const setTab = (next: DetailTab) =>
    setParams(next === DETAIL_TABS[0] ? {} : { tab: next }, { replace: true, preventScrollReset: true });
  return { tab, setTab };
}
