import { ownFields } from '../../platform/accounts/user-schema.ts';
import { answerSchema, json } from '../../platform/http/answer-schema.ts';

/** `{ user }` of the calls that sign a person in or up: with a token, where there is one. */
export const signedInAnswer = answerSchema({ user: json.object(ownFields, { token: json.text }) });

/** `{ sessions }`: one's own signed-in devices. */
export const sessionsAnswer = answerSchema({
  sessions: json.list(
    json.object({ _id: json.id, userAgent: json.text, createdAt: json.time, lastUsedAt: json.time, current: json.yes }),
  ),
});
