import { INVITATION_STATES } from '../invitations.ts';
import { personSchema, ratingFields } from './common.ts';
import { json } from './json.ts';
import type { TypeOf } from './json.ts';

const invitationSchema = json.named('Invitation').object({
  solver: personSchema,
  state: json.oneOf(INVITATION_STATES),
  createdAt: json.time,
});
export type Invitation = TypeOf<typeof invitationSchema>;

export const invitationResponse = json.object({ invitation: invitationSchema });
export type InvitationResponse = TypeOf<typeof invitationResponse>;

export const invitationsResponse = json.object({ invitations: json.list(invitationSchema) });
export type InvitationsResponse = TypeOf<typeof invitationsResponse>;

const suggestedSolverSchema = json.named('SuggestedSolver').extend(personSchema, {
  headline: json.text,
  ...ratingFields,
  solvedCount: json.integer,
  matchingAreas: json.list(json.text),
  replyMinutes: json.integerOrNull,
});
export type SuggestedSolver = TypeOf<typeof suggestedSolverSchema>;

export const suggestedSolversResponse = json.object({ solvers: json.list(suggestedSolverSchema) });
export type SuggestedSolversResponse = TypeOf<typeof suggestedSolversResponse>;

/** Own open problem to which a solver can be invited. */
const invitingProblemSchema = json.named('InvitingProblem').object({
  _id: json.id,
  title: json.text,
  budget: json.integer,
  createdAt: json.time,
  /** `bid` also for a bid without an invitation. */
  invited: json.orNull(json.oneOf(INVITATION_STATES)),
});
export type InvitingProblem = TypeOf<typeof invitingProblemSchema>;

export const invitingProblemsResponse = json.object({ problems: json.list(invitingProblemSchema) });
export type InvitingProblemsResponse = TypeOf<typeof invitingProblemsResponse>;
