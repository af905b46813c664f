import type { Module, VersionReview } from '@solvent/contracts';

/** The review of the last version if it is held back because of what looks like a secret (product 4.17). */
export const heldReview = (review: VersionReview | null): VersionReview | undefined =>
  review?.stage === 'secrets' && review.reason === null ? review : undefined;

/** Whether the version that the module's page is about is held back, so that not even its author is served it. */
export const isWithheld = ({ status, review }: Module): boolean => status === 'in-review' && heldReview(review) !== undefined;

/** The place of the first finding that looks like a secret: ".env, line 1", and how many others there are. */
export function secretPlace({ findings }: VersionReview): string {
  const secrets = findings.filter(({ line }) => line !== null);
  const [first] = secrets;
  const place = first ? `${first.path}, line ${first.line}` : 'the archive';
  return secrets.length > 1 ? `${place}, and in ${secrets.length - 1} more ${secrets.length > 2 ? 'places' : 'place'}` : place;
}

/** What was found, in a sentence. */
export const secretFound = (review: VersionReview): string => `We found what looks like a secret in ${secretPlace(review)}.`;
