import type { Module, VersionReview } from '@solvent/contracts';

/** Returns the review of the latest version if a suspected secret puts it on hold (product 4.17). */
export const getSecretReview = (review: VersionReview | null): VersionReview | undefined =>
  review?.stage === 'secrets' && review.reason === null ? review : undefined;

/** Returns whether the displayed version is on hold; not even its author can download it. */
export const isWithheld = ({ status, review }: Module): boolean =>
  status === 'in-review' && getSecretReview(review) !== undefined;

/** Returns the location of the first suspected secret (".env, line 1") and the number of others. */
export function describeSecretLocation({ findings }: VersionReview): string {
  const secrets = findings.filter(({ line }) => line !== null);
  const [first] = secrets;
  const location = first ? `${first.path}, line ${first.line}` : 'the archive';
  return secrets.length > 1
    ? `${location}, and in ${secrets.length - 1} more ${secrets.length > 2 ? 'places' : 'place'}`
    : location;
}

export const describeSecret = (review: VersionReview): string =>
  `We found what looks like a secret in ${describeSecretLocation(review)}.`;
