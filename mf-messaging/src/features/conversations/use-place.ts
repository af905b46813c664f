import { useLocation, useNavigate } from '@solvent/router';
import { useMemo } from 'react';
import { conversationAddress, readPlace } from './place.ts';

/** Where on /conversations one is, and the ways to other places on it. */
export function usePlace() {
  const { search: query } = useLocation();
  const navigate = useNavigate();
  const place = useMemo(() => readPlace(new URLSearchParams(query)), [query]);
  return {
    ...place,
    /** Steps of a search are no pages of their own. */
    searchFor: (search: string) => void navigate(conversationAddress({ selected: place.selected, search }), { replace: true }),
    /** A conversation that was opened takes the place of the address that asked for it. */
    settleAt: (selected: string) => void navigate(conversationAddress({ selected, search: place.search }), { replace: true }),
  };
}
