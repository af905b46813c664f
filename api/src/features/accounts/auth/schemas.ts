import { ownFields } from './user-schema.ts';
import { answerSchema, json } from '../../../platform/http/answer-schema.ts';

/** `{ user }` of the calls that sign a person in or up: with a token, where there is one. */
export const signedInAnswer = answerSchema({ user: json.object(ownFields, { token: json.text }) });

/** `{ methods }`: what signs in to the own account. */
export const signInMethodsAnswer = answerSchema({
  methods: json.object({ password: json.yes, github: json.yes, google: json.yes }),
});

/** `{ sessions }`: one's own signed-in devices. */
export const sessionsAnswer = answerSchema({
  sessions: json.list(
    json.object({ _id: json.id, userAgent: json.text, createdAt: json.time, lastUsedAt: json.time, current: json.yes }),
  ),
});
