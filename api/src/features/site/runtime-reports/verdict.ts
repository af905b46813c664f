import { CANARY_STOP } from '@solvent/contracts';

/** What visitors say of a version. */
export interface Figures {
  visitors: number;
  /** For how many of them it failed at least once. */
  failing: number;
  /** In what share of a visitor's votes it failed, added up for all of them: each has one voice, whoever comes every hour, too. */
  failures: number;
}

/** Figures of a canary and of the live version beside it. */
export interface Compared {
  candidate: Figures;
  live: Figures;
}

/** How sure a share is: of 100 times it is in truth larger than what `certainShare` gives 97.5 times. */
const Z = 1.96;

/**
 * How large a share of failures is at least, as far as so few visitors can tell: the lower bound of Wilson's score interval
 * (Wilson 1927). 3 of 3 are 0.44, 3 of 30 are 0.03, and one visitor's word is little for either version.
 */
export function certainShare({ visitors, failures }: Figures): number {
  if (visitors === 0) return 0;
  const share = failures / visitors;
  const spread = Z * Math.sqrt((share * (1 - share)) / visitors + (Z / (2 * visitors)) ** 2);
  return (share + Z ** 2 / (2 * visitors) - spread) / (1 + Z ** 2 / visitors);
}

/** @param visitorsMin for how many visitors it must have failed */
export const mustStop = ({ candidate, live }: Compared, visitorsMin: number): boolean =>
  candidate.failing >= visitorsMin && certainShare(candidate) > certainShare(live) + CANARY_STOP.shareMore;
