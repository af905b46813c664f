import type { LinkedIdentity, LinkIdentityBody, SignInMethods, SignInMethodsResponse } from '@solvent/contracts';
import { http, queryOptions, useMutation, useQuery, useQueryClient } from '@solvent/http';
import { toast } from '@solvent/ui';
import { sessionsOptions } from './sessions.ts';

async function fetchSignInMethods(signal: AbortSignal): Promise<SignInMethods> {
  const { data } = await http.get<SignInMethodsResponse>('/auth/sign-in-methods', { signal });
  return data.methods;
}

const signInMethodsOptions = queryOptions({
  queryKey: ['sign-in-methods'],
  queryFn: ({ signal }) => fetchSignInMethods(signal),
  staleTime: 0,
});

export const useSignInMethods = () => useQuery(signInMethodsOptions);

export function useLinkIdentity(): (body: LinkIdentityBody) => Promise<void> {
  const client = useQueryClient();
  return async (body) => {
    const { data } = await http.post<SignInMethodsResponse>('/auth/identities', body);
    client.setQueryData(signInMethodsOptions.queryKey, data.methods);
  };
}

/** `DELETE /auth/identities/{type}/{id}`: also ends all other sessions. @param name used in messages */
export function useUnlinkIdentity({ type, id }: LinkedIdentity, name: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const { data } = await http.delete<SignInMethodsResponse>(`/auth/identities/${type}/${encodeURIComponent(id)}`);
      return data.methods;
    },
    onSuccess: (methods) => {
      client.setQueryData(signInMethodsOptions.queryKey, methods);
      void client.invalidateQueries(sessionsOptions);
      toast.success(`${name} was removed. Other devices were signed out.`);
    },
    onError: (error) => {
      toast.failure(error, `Failed to remove ${name}`);
      void client.invalidateQueries(signInMethodsOptions);
    },
  });
}
