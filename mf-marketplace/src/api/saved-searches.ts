import type { SavedSearch, SavedSearchResponse, SavedSearchesResponse, SaveSearchBody } from '@solvent/contracts';
import { http, isNotFound, queryOptions, useMutation, useQueryClient } from '@solvent/http';
import { requireField } from '@solvent/kit';
import { toast } from '@solvent/ui';
import { isStaleWrite } from './stale-write.ts';

const PATH = '/problems/searches';

/** `GET /problems/searches`: latest first. Refetched on focus, because another tab or device may have changed them. */
export const savedSearchesOptions = queryOptions({
  queryKey: ['saved-searches'],
  queryFn: async ({ signal }) =>
    requireField((await http.get<Partial<SavedSearchesResponse>>(PATH, { signal })).data, 'searches'),
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
      client.setQueryData(queryKey, (all = []) => [search, ...all]);
      toast.success('Search saved');
    },
    onError: (error) => {
      if (isStaleWrite(error)) void client.invalidateQueries({ queryKey });
    },
  });
}

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
      client.setQueryData(queryKey, (all) => all?.filter((search) => search._id !== _id));
      toast.success('Search deleted');
    },
    onError: (error) => toast.failure(error, 'The search could not be deleted. Please try again.'),
  });
}
