import type { RateBody } from '@solvent/contracts';
import { http } from '@solvent/http';
import type { DraftOptions } from '@solvent/kit';
import { problemPath } from '../api/problem-keys.ts';

export interface RatingValues {
  rating: string;
  text: string;
}

export const ratingDraftOptions = (userId: string, problemId: string): DraftOptions<RatingValues> => ({
  key: `solvent.draft.rating.${userId}.${problemId}`,
  initial: { rating: '', text: '' },
});

/** `POST /problems/{id}/reviews`. @param subjectId the rated user; by default the latest participant who can be rated */
export function sendRating(problemId: string, { rating, text }: RatingValues, subjectId: string | undefined): Promise<unknown> {
  const body: RateBody = { rating: Number(rating), text: text.trim(), subjectId };
  return http.post(`${problemPath(problemId)}/reviews`, body);
}
