import { INVITATION_STATES } from '@solvent/contracts';
import type {
  Invitation,
  InvitationResponse,
  InvitationsResponse,
  InvitingProblemsResponse,
  SuggestedSolversResponse,
} from '@solvent/contracts';
import { inviteRules, invitingQueryRules } from '@solvent/contracts/rules/invitations';
import { json, ratingFields } from '@solvent/contracts/schemas';
import { personSchema, presentPerson, requireCaller } from '../../accounts/index.ts';
import type { Feature } from '../../../platform/http/app.ts';
import type { Deps } from '../deps.ts';
import { findOwnProblem, listInvitations, listInvitingProblems, suggestSolvers } from './queries.ts';
import type { InvitationRow } from './queries.ts';
import { inviteSolver } from './service.ts';
import { responseSchema } from '../../../platform/http/response-schema.ts';
import { idParams } from '../../../platform/http/params.ts';

const presentInvitation = ({ solver: invited, hasBid, createdAt }: InvitationRow): Invitation => ({
  solver: presentPerson(invited),
  state: hasBid ? 'bid' : 'waiting',
  createdAt: createdAt.toISOString(),
});

const state = json.oneOf(INVITATION_STATES);
const invitation = json.object({ solver: personSchema, state, createdAt: json.time });
const solver = json.object({
  _id: json.id,
  name: json.text,
  image: json.textOrNull,
  headline: json.text,
  ...ratingFields,
  solvedCount: json.integer,
  matchingAreas: json.list(json.text),
  replyMinutes: json.integerOrNull,
});
const problem = json.object({
  _id: json.id,
  title: json.text,
  budget: json.integer,
  createdAt: json.time,
  invited: json.orNull(state),
});

const RESPONSES = {
  one: responseSchema<InvitationResponse>(json.object({ invitation })),
  all: responseSchema<InvitationsResponse>(json.object({ invitations: json.list(invitation) })),
  solvers: responseSchema<SuggestedSolversResponse>(json.object({ solvers: json.list(solver) })),
  problems: responseSchema<InvitingProblemsResponse>(json.object({ problems: json.list(problem) })),
};

/** Inviting solvers to bid (product 7.16). Allowed for the poster in either role. */
export const invitationsFeature: Feature<Deps> = (app, deps) => {
  const { db } = deps;
  const access = 'signed-in';
  const schema = { tags: ['invitations'], params: idParams };

  app.post(
    '/problems/:id/invitations',
    { config: { access, limit: 'invitations' }, schema: { ...schema, body: inviteRules, response: { 201: RESPONSES.one } } },
    async (request, reply) => {
      const { user: poster } = requireCaller(request);
      const solverId = request.body.solverId.toLowerCase();
      const stored = await inviteSolver(deps, { poster, problemId: request.params.id, solverId });
      reply.code(201);
      return { invitation: presentInvitation(stored) };
    },
  );
  app.get(
    '/problems/:id/invitations',
    { config: { access }, schema: { ...schema, response: { 200: RESPONSES.all } } },
    async (request) => {
      const { id } = await findOwnProblem(db, request.params.id, requireCaller(request).user.id);
      return { invitations: (await listInvitations(db, id)).map(presentInvitation) };
    },
  );
  app.get(
    '/problems/:id/suggested-solvers',
    { config: { access, limit: 'search' }, schema: { ...schema, response: { 200: RESPONSES.solvers } } },
    async (request) => ({
      solvers: await suggestSolvers(db, await findOwnProblem(db, request.params.id, requireCaller(request).user.id)),
    }),
  );
  app.get(
    '/problems/inviting',
    {
      config: { access },
      schema: { tags: ['invitations'], querystring: invitingQueryRules, response: { 200: RESPONSES.problems } },
    },
    async (request) => ({ problems: await listInvitingProblems(db, requireCaller(request).user.id, request.query.solverId) }),
  );
};
