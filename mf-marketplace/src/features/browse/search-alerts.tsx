import type { SavedSearch, SearchAlerts } from '@solvent/contracts';
import { useQuery } from '@solvent/http';
import { useSignIn } from '@solvent/kit';
import { useLocation } from '@solvent/router';
import { consumePendingAction, useSession } from '@solvent/store';
import { Button, Text, toast } from '@solvent/ui';
import { NativeSelect } from '@solvent/ui/forms';
import { Bell } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { savedSearchesOptions, useChangeAlerts, useSaveSearch } from '../../api/saved-searches.ts';
import { toFilters, toQuery } from './filters.ts';
import type { ProblemFilters } from './filters.ts';
import { getSearchKey, getSearchName } from './search-name.ts';

const LABELS: Record<SearchAlerts, string> = { off: 'No alerts', on: 'Notify me', email: 'Notify and email me' };

/** Only open problems are new: a search of others has no alerts. Servers of the previous release send none. */
const hasAlerts = ({ query, alerts }: SavedSearch) => alerts !== undefined && (query.status ?? 'open') === 'open';

export function AlertsSelect({ saved, emails }: { saved: SavedSearch; emails: boolean }) {
  const { mutate: change } = useChangeAlerts(saved._id);
  if (!hasAlerts(saved)) return null;
  const choices = (['off', 'on', 'email'] as const).filter((one) => one !== 'email' || emails || saved.alerts === one);
  return (
    <NativeSelect.Root
      size="sm"
      w="auto"
      flexShrink="0"
      alignSelf={{ base: 'flex-start', md: 'center' }}
      mb={{ base: '2', md: '0' }}
    >
      <NativeSelect.Field
        css={{ '@media (pointer: coarse)': { minH: '44px' } }}
        aria-label={`Alerts for ${saved.name}`}
        value={saved.alerts}
        onChange={(event) => change(choices.find((one) => one === event.target.value) ?? 'off')}
      >
        {choices.map((one) => (
          <option key={one} value={one}>
            {LABELS[one]}
          </option>
        ))}
      </NativeSelect.Field>
      <NativeSelect.Indicator />
    </NativeSelect.Root>
  );
}

const reportFailure = (error: Error) => toast.failure(error, 'The search could not be saved. Please try again.');

function AlertOfUser({ filters }: { filters: ProblemFilters }) {
  const { data } = useQuery(savedSearchesOptions);
  const matching = data?.searches.find(({ query }) => getSearchKey(toFilters(query)) === getSearchKey(filters));
  const { mutate: save, isPending: isSaving } = useSaveSearch();
  const { mutate: change, isPending: isChanging } = useChangeAlerts(matching?._id ?? '');
  const wantsFocus = useRef(false);
  const turnOn = () => {
    if (matching) change('on');
    else save({ name: getSearchName(filters), query: toQuery(filters), alerts: 'on' }, { onError: reportFailure });
  };
  const resume = useEffectEvent(turnOn);
  const isReady = data !== undefined;
  useEffect(() => {
    if (isReady && consumePendingAction('alert-search')) resume();
  }, [isReady]);
  if (!isChanging && (matching?.alerts === 'on' || matching?.alerts === 'email'))
    return (
      <Text
        ref={(element: HTMLElement | null) => {
          if (wantsFocus.current) element?.focus();
          wantsFocus.current = false;
        }}
        role="status"
        tabIndex={-1}
        outline="0"
        minH="40px"
        alignContent="center"
      >
        You’ll be notified when one appears.
      </Text>
    );
  const isBusy = isSaving || isChanging;
  const handleClick = () => {
    wantsFocus.current = true;
    if (!isBusy) turnOn();
  };
  return <AlertButton disabled={!isReady} aria-busy={isBusy} onClick={handleClick} />;
}

const AlertButton = (props: { disabled?: boolean; 'aria-busy'?: boolean; onClick: () => void }) => (
  <Button variant="outline" colorPalette="gray" bg="bg.panel" borderColor="border.control" {...props}>
    <Bell size={16} aria-hidden />
    Tell me when one appears
  </Button>
);

/** Saves the search, with alerts (product 4.39). */
export function Component({ filters }: { filters: ProblemFilters }) {
  const isLogin = useSession((state) => state.isLogin);
  const { pathname, search } = useLocation();
  const signIn = useSignIn();
  if (isLogin) return <AlertOfUser filters={filters} />;
  const action = { kind: 'alert-search', id: pathname + search } as const;
  return <AlertButton onClick={() => signIn({ purpose: 'get notified about new problems', action })} />;
}
