import type { RateBody } from '@solvent/contracts';
import { http } from '@solvent/http';
import type { DraftOptions } from '@solvent/kit';
import { problemPath } from '../api/problem-keys.ts';

/** Stars and words as they are typed: "1" to "5", or nothing yet. */
export interface RatingValues {
  rating: string;
  text: string;
}

/** One draft for both places where the other one can be rated: while the problem is marked solved, and afterwards on its page. */
export const ratingDraftOptions = (userId: string, problemId: string): DraftOptions<RatingValues> => ({
  key: `solvent.draft.rating.${userId}.${problemId}`,
  initial: { rating: '', text: '' },
});

/** `POST /problems/{id}/reviews`: once. @param subjectId the person who is rated; undefined: the latest who can be */
export function sendRating(problemId: string, { rating, text }: RatingValues, subjectId: string | undefined): Promise<unknown> {
  const body: RateBody = { rating: Number(rating), text: text.trim(), subjectId };
  return http.post(`${problemPath(problemId)}/reviews`, body);
}
