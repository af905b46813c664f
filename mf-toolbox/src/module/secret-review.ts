import type { Module, VersionReview } from '@solvent/contracts';

/** The review of the last version if it is held back because of what looks like a secret (product 4.17). */
export const getSecretReview = (review: VersionReview | null): VersionReview | undefined =>
  review?.stage === 'secrets' && review.reason === null ? review : undefined;

/** Whether the version that the module's page is about is held back, so that not even its author is served it. */
export const isWithheld = ({ status, review }: Module): boolean =>
  status === 'in-review' && getSecretReview(review) !== undefined;

/** The place of the first finding that looks like a secret: ".env, line 1", and how many others there are. */
export function describeSecretLocation({ findings }: VersionReview): string {
  const secrets = findings.filter(({ line }) => line !== null);
  const [first] = secrets;
  const location = first ? `${first.path}, line ${first.line}` : 'the archive';
  return secrets.length > 1
    ? `${location}, and in ${secrets.length - 1} more ${secrets.length > 2 ? 'places' : 'place'}`
    : location;
}

/** What was found, in a sentence. */
export const describeSecret = (review: VersionReview): string =>
  `We found what looks like a secret in ${describeSecretLocation(review)}.`;
