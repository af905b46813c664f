/** Where the query cache holds profiles: what changes the own one makes the public one old. */
export const OWN_PROFILE_KEY = ['profile', 'own'] as const;
export const publicProfileKey = (id: string) => ['profile', 'public', id] as const;
