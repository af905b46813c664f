import type { SignInMethods, SignInMethodsAnswer } from '@solvent/contracts';
import { http, queryOptions, useQuery } from '@solvent/http';

async function fetchSignInMethods(signal: AbortSignal): Promise<SignInMethods> {
  const { data } = await http.get<SignInMethodsAnswer>('/auth/sign-in-methods', { signal });
  return data.methods;
}

const ownSignInMethods = queryOptions({
  queryKey: ['sign-in-methods'],
  queryFn: ({ signal }) => fetchSignInMethods(signal),
  staleTime: 0,
});

/** `GET /auth/sign-in-methods`: what signs in to the own account. Asked for on each visit. */
export const useSignInMethods = () => useQuery(ownSignInMethods);
