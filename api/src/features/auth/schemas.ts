import { ROLES } from '@solvent/contracts';
import { answerSchema, json } from '../../platform/http/answer-schema.ts';

const shown = {
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

const own = { ...shown, email: json.text, isEmailVerified: json.yes, createdAt: json.time };

/** `{ user }`: one's own account, without a token. */
export const userAnswer = answerSchema({ user: json.object(own) });

/** `{ user }` of the calls that sign a person in or up: with a token, where there is one. */
export const signedInAnswer = answerSchema({ user: json.object(own, { token: json.text }) });

/** `{ user }`: what anybody may see. */
export const profileAnswer = answerSchema({ user: json.object({ ...shown, memberSince: json.time }) });

/** `{ sessions }`: one's own signed-in devices. */
export const sessionsAnswer = answerSchema({
  sessions: json.list(
    json.object({ _id: json.id, userAgent: json.text, createdAt: json.time, lastUsedAt: json.time, current: json.yes }),
  ),
});
