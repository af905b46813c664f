import type { BlockResponse, BlocksResponse, PersonSummary } from '@solvent/contracts';
import { http, queryOptions, useMutation, useQueryClient } from '@solvent/http';
import { requireField } from '@solvent/kit';
import { toast } from '@solvent/ui';
import { publicProfileOptions } from './public-profiles.ts';

export const blocksOptions = queryOptions({
  queryKey: ['blocks'],
  queryFn: async ({ signal }) =>
    requireField((await http.get<Partial<BlocksResponse>>('/auth/blocks', { signal })).data, 'people'),
  staleTime: 0,
});

/** `PUT` or `DELETE /auth/profile/{id}/block`. Updates the profile and the list from the response. */
export function useSetBlocked({ _id, name }: PersonSummary) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (blocked: boolean) => {
      const path = `/auth/profile/${encodeURIComponent(_id)}/block`;
      const { data } = await (blocked ? http.put<BlockResponse>(path, {}) : http.delete<BlockResponse>(path));
      return data.blockedByMe;
    },
    onSuccess: (blockedByMe) => {
      client.setQueryData(publicProfileOptions(_id).queryKey, (person) => person && { ...person, blockedByMe });
      if (!blockedByMe) client.setQueryData(blocksOptions.queryKey, (people) => people?.filter((person) => person._id !== _id));
      void client.invalidateQueries({ queryKey: blocksOptions.queryKey });
      toast.success(blockedByMe ? `You have blocked ${name}` : `You have unblocked ${name}`);
    },
    onError: (error, blocked) => toast.failure(error, blocked ? 'Failed to block the person' : 'Failed to unblock the person'),
  });
}
