import type { SignInMethods, SocialType } from '@solvent/contracts';
import type { ComponentType } from 'react';
import { GitHubMark, GoogleMark } from './provider-marks.tsx';

interface Provider {
  type: SocialType;
  name: string;
  Mark: ComponentType;
}

export const PROVIDERS: readonly Provider[] = [
  { type: 'github', name: 'GitHub', Mark: GitHubMark },
  { type: 'google', name: 'Google', Mark: GoogleMark },
];

export const getProvider = (type: SocialType): Provider =>
  PROVIDERS.find((provider) => provider.type === type) ?? { type, name: type, Mark: GitHubMark };

/** Formats an identity as "GitHub (ada)", or "GitHub" when the account name is unknown. */
export const formatIdentityName = ({ type, account }: { type: SocialType; account: string | null }): string =>
  `${getProvider(type).name}${account === null ? '' : ` (${account})`}`;

export const getLinkedProviders = ({ identities }: SignInMethods): SocialType[] =>
  PROVIDERS.map(({ type }) => type).filter((type) => identities.some((identity) => identity.type === type));
