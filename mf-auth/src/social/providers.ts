import type { SignInMethods, SocialType } from '@solvent/contracts';
import type { ComponentType } from 'react';
import { GitHubMark, GoogleMark } from './provider-marks.tsx';

interface Provider {
  type: SocialType;
  name: string;
  Mark: ComponentType;
}

/** The providers of identities, in the order in which they are offered. */
export const PROVIDERS: readonly Provider[] = [
  { type: 'github', name: 'GitHub', Mark: GitHubMark },
  { type: 'google', name: 'Google', Mark: GoogleMark },
];

/** The provider of a type. */
export const getProvider = (type: SocialType): Provider =>
  PROVIDERS.find((provider) => provider.type === type) ?? { type, name: type, Mark: GitHubMark };

/** "GitHub (ada)": an account, by its name at the provider where that is known. */
export const formatIdentityName = ({ type, account }: { type: SocialType; account: string | null }): string =>
  `${getProvider(type).name}${account === null ? '' : ` (${account})`}`;

/** The providers of an account's linked identities. */
export const getLinkedProviders = ({ identities }: SignInMethods): SocialType[] =>
  PROVIDERS.map(({ type }) => type).filter((type) => identities.some((identity) => identity.type === type));
