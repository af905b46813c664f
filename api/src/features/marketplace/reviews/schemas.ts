import { answerSchema, json } from '../../../platform/http/answer-schema.ts';

const person = json.object({ _id: json.id, name: json.text, image: json.textOrNull });

/** `{ review }`. */
export const reviewAnswer = answerSchema({
  review: json.object({
    _id: json.id,
    author: person,
    subject: person,
    rating: json.integer,
    text: json.text,
    createdAt: json.time,
  }),
});
