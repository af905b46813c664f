import { CATEGORY_VALUES, ROLES } from '@solvent/contracts';
import type { PersonReview, ProfilesResponse, PublicProfile, PublicProfileResponse } from '@solvent/contracts';
import { switchRoleRules, updateProfileRules } from '@solvent/contracts/rules';
import { profilesQueryRules } from '@solvent/contracts/rules/queries';
import { requireCaller } from '../../../access.ts';
import type { Deps } from '../../../deps.ts';
import type { Feature } from '../../../feature.ts';
import type { App } from '../../../platform/http/app.ts';
import { personSchema, presentPerson } from '../service.ts';
import { changeRole, presentUser, publicFields, userResponse } from '../auth/users.ts';
import { findPeople, findProfile, isDeleted, updateProfile } from './service.ts';
import type { Profile, ReviewCard } from './service.ts';
import { gone, notFound } from '../../../platform/errors/app-error.ts';
import { responseSchema, json } from '../../../platform/http/response-schema.ts';
import { idParams } from '../../../platform/http/params.ts';

function presentReview({ id, rating, text, createdAt, author, problem }: ReviewCard): PersonReview {
  return {
    _id: id,
    rating,
    text,
    author: presentPerson(author),
    problem: { _id: problem.id, title: problem.title },
    createdAt: createdAt.toISOString(),
  };
}

/** What anybody may see of a person. Never the e-mail address. */
function presentProfile({ person, stats, verified, reviews, solvedWork, blockedByMe }: Profile): PublicProfile {
  return {
    _id: person.id,
    name: person.name,
    image: person.image,
    role: person.role,
    headline: person.headline,
    bio: person.bio,
    location: person.location,
    country: person.country,
    timeZone: person.timeZone,
    website: person.website,
    github: person.github,
    expertiseAreas: person.expertiseAreas,
    memberSince: person.createdAt.toISOString(),
    verified,
    stats,
    reviews: reviews.map(presentReview),
    solvedWork: solvedWork.map(({ solvedAt, ...work }) => ({ ...work, solvedAt: solvedAt.toISOString() })),
    blockedByMe,
  };
}

const stats = json.object({
  problemsPosted: json.integer,
  problemsSolved: json.integer,
  bidsAccepted: json.integer,
  rating: json.numberOrNull,
  ratingCount: json.integer,
  hireRate: json.integerOrNull,
  replyMinutes: json.integerOrNull,
});

const review = json.object({
  _id: json.id,
  rating: json.integer,
  text: json.text,
  author: personSchema,
  problem: json.object({ _id: json.id, title: json.text }),
  createdAt: json.time,
});

const solved = json.object({
  _id: json.id,
  title: json.text,
  category: json.oneOf(CATEGORY_VALUES),
  rating: json.integerOrNull,
  solvedAt: json.time,
});

/** `{ user }`: what anybody may see. */
const profileResponse = responseSchema<PublicProfileResponse>(
  json.object({
    user: json.object({
      ...publicFields,
      memberSince: json.time,
      verified: json.object({ email: json.boolean, github: json.boolean, githubLogin: json.textOrNull }),
      stats,
      reviews: json.list(review),
      solvedWork: json.list(solved),
      blockedByMe: json.boolean,
    }),
  }),
);

const schema = { tags: ['accounts'], response: { 200: userResponse } };

/** GET and PUT /auth/profile. PATCH is the same call, so that either verb works (product 7.3). */
function ownProfileRoutes(app: App, deps: Deps): void {
  app.get('/auth/profile', { config: { access: 'signed-in' }, schema }, (request) => ({
    user: presentUser(requireCaller(request).user),
  }));

  app.route({
    method: ['PUT', 'PATCH'],
    url: '/auth/profile',
    config: { access: 'signed-in', limit: 'profile' },
    schema: { ...schema, body: updateProfileRules },
    handler: async (request) => ({
      user: presentUser(await updateProfile(deps, request.log, requireCaller(request).user.id, request.body)),
    }),
  });
}

/** PUT /auth/switch-role. */
function switchRoleRoute(app: App, { db }: Deps): void {
  app.put(
    '/auth/switch-role',
    { config: { access: 'signed-in', limit: 'roles' }, schema: { ...schema, body: switchRoleRules } },
    async (request) => {
      const { id, role: current } = requireCaller(request).user;
      const other = current === 'seeker' ? 'solver' : 'seeker';
      const { expertiseAreas, role = other } = request.body;
      const user = await changeRole(db, id, { role, expertiseAreas });
      if (user === undefined) throw notFound('This account');
      return { user: presentUser(user) };
    },
  );
}

/** GET /auth/profile/:id: what anybody may see of a person. Who deleted the account is gone, as what they wrote says, too. */
function publicProfileRoute(app: App, { db }: Deps): void {
  app.get(
    '/auth/profile/:id',
    { config: { access: 'anyone' }, schema: { tags: ['accounts'], params: idParams, response: { 200: profileResponse } } },
    async ({ params, caller }) => {
      const profile = await findProfile(db, params.id, new Date(), caller?.user.id);
      if (profile === undefined) throw (await isDeleted(db, params.id)) ? gone('This profile') : notFound('This profile');
      return { user: presentProfile(profile) };
    },
  );
}

const person = { _id: json.id, name: json.text, image: json.textOrNull, role: json.oneOf(ROLES), headline: json.text };
const profilesResponse = responseSchema<ProfilesResponse>(json.object({ users: json.list(json.object(person)) }));

/** GET /auth/profiles: people by name, for who nearly knows it; asked while one types, so it is limited as searching is. */
function peopleRoute(app: App, { readRouter }: Deps): void {
  app.get(
    '/auth/profiles',
    {
      config: { access: 'anyone', limit: 'search' },
      schema: { tags: ['accounts'], querystring: profilesQueryRules, response: { 200: profilesResponse } },
    },
    async ({ caller, query }) => ({ users: await readRouter.read(caller?.user.id, (db) => findPeople(db, query.search)) }),
  );
}

/** What people show of themselves (product 7.3). */
export const profilesFeature: Feature = (app, deps) => {
  ownProfileRoutes(app, deps);
  switchRoleRoute(app, deps);
  publicProfileRoute(app, deps);
  peopleRoute(app, deps);
};
