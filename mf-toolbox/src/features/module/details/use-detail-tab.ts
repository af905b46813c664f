import { useSearchParams } from '@solvent/router';

/** The tabs of a module's page; the first is the one that it opens with (product 2.30). */
export const DETAIL_TABS = ['preview', 'installation', 'documentation'] as const;
export type DetailTab = (typeof DETAIL_TABS)[number];

export const TAB_LABELS: Record<DetailTab, string> = {
  preview: 'Preview',
  installation: 'Installation',
  documentation: 'Documentation',
};

/** Where the tabs stand on the page. */
export const TABS_ID = 'details';

/** A link to a tab of the same page. */
export const tabLink = (tab: DetailTab) => ({ search: `?tab=${tab}`, hash: `#${TABS_ID}` });

/** The tab of the address, and a way to another one: no step that Back should undo. */
export function useDetailTab() {
  const [params, setParams] = useSearchParams();
  const tab = DETAIL_TABS.find((name) => name === params.get('tab')) ?? DETAIL_TABS[0];
  const setTab = (next: DetailTab) =>
    setParams(next === DETAIL_TABS[0] ? {} : { tab: next }, { replace: true, preventScrollReset: true });
  return { tab, setTab };
}
