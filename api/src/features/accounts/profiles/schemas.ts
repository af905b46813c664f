import { shownFields } from '../auth/user-schema.ts';
import { answerSchema, json } from '../../../platform/http/answer-schema.ts';

const stats = json.object({
  problemsPosted: json.integer,
  problemsSolved: json.integer,
  bidsAccepted: json.integer,
  rating: json.orNull(json.number),
  ratingCount: json.integer,
});

const review = json.object({
  _id: json.id,
  rating: json.integer,
  text: json.text,
  author: json.object({ _id: json.id, name: json.text, image: json.textOrNull }),
  problem: json.object({ _id: json.id, title: json.text }),
  createdAt: json.time,
});

/** `{ user }`: what anybody may see. */
export const profileAnswer = answerSchema({
  user: json.object({ ...shownFields, memberSince: json.time, stats, reviews: json.list(review) }),
});
