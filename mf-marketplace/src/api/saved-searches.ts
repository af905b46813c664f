import type { SavedSearch, SavedSearchResponse, SavedSearchesResponse, SaveSearchBody, SearchAlerts } from '@solvent/contracts';
import { http, isNotFound, queryOptions, useMutation, useQueryClient } from '@solvent/http';
import { requireField, useOptimisticMutation } from '@solvent/kit';
import { toast } from '@solvent/ui';
import { isStaleWrite } from './stale-write.ts';

const PATH = '/problems/searches';

interface SavedSearches {
  searches: SavedSearch[];
  /** Whether alerts can be emailed. */
  emails: boolean;
}

/** `GET /problems/searches`: latest first. Refetched on focus, because another tab or device may have changed them. */
export const savedSearchesOptions = queryOptions({
  queryKey: ['saved-searches'],
  queryFn: async ({ signal }): Promise<SavedSearches> => {
    const { data } = await http.get<Partial<SavedSearchesResponse>>(PATH, { signal });
    return { searches: requireField(data, 'searches'), emails: data.emails === true };
  },
  staleTime: 0,
  refetchOnWindowFocus: true,
});

const { queryKey } = savedSearchesOptions;

export function useSaveSearch() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: SaveSearchBody) =>
      requireField((await http.post<Partial<SavedSearchResponse>>(PATH, body)).data, 'search'),
    onSuccess: async (search) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, (all) => ({ emails: false, ...all, searches: [search, ...(all?.searches ?? [])] }));
    },
    onError: (error) => {
      if (isStaleWrite(error)) void client.invalidateQueries({ queryKey });
    },
  });
}

/** `PUT /problems/searches/{id}`, optimistic. */
export const useChangeAlerts = (id: string) =>
  useOptimisticMutation({
    mutationKey: ['search-alerts', id],
    mutationFn: (alerts: SearchAlerts) => http.put(`${PATH}/${encodeURIComponent(id)}`, { alerts }),
    updates: [
      {
        queryKey,
        update: (all: SavedSearches, alerts: SearchAlerts) => ({
          ...all,
          searches: all.searches.map((search) => (search._id === id ? { ...search, alerts } : search)),
        }),
      },
    ],
    onError: (error) => toast.failure(error, 'The alerts could not be changed. Please try again.'),
  });

/** `DELETE /problems/searches/{id}`. A 404 counts as success. */
export function useDeleteSearch() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ _id }: SavedSearch) => {
      try {
        await http.delete(`${PATH}/${encodeURIComponent(_id)}`);
      } catch (error) {
        if (!isNotFound(error)) throw error;
      }
    },
    onSuccess: async (_done, { _id }) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, (all) => all && { ...all, searches: all.searches.filter((search) => search._id !== _id) });
      toast.success('Search deleted');
    },
    onError: (error) => toast.failure(error, 'The search could not be deleted. Please try again.'),
  });
}
