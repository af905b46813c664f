import { ROLES } from '@solvent/contracts';
import { answerSchema, json } from '../../../platform/http/answer-schema.ts';

/** What anybody may see of a person. */
export const shownFields = {
  _id: json.id,
  name: json.text,
  image: json.textOrNull,
  role: json.oneOf(ROLES),
  headline: json.text,
  bio: json.text,
  location: json.text,
  website: json.text,
  github: json.text,
  expertiseAreas: json.list(json.text),
};

/** What a person sees of the own account. */
export const ownFields = { ...shownFields, email: json.text, isEmailVerified: json.yes, createdAt: json.time };

/** `{ user }`: one's own account, without a token. */
export const userAnswer = answerSchema({ user: json.object(ownFields) });
