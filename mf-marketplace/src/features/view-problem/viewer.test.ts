/** @jest-environment node */
import { buildAgreement, buildBid, buildProblemDetail } from '@solvent/testing/factories';
import { getAllowedChanges, getCounterpart, getMainAction, getNoBidsReason } from './viewer.ts';

type Overrides = Parameters<typeof buildProblemDetail>[0];

const MIRA = { _id: 'mira', name: 'Mira Chen', image: null };
const DIEGO = { _id: 'diego', name: 'Diego Fuentes', image: null };
const VIEWERS = {
  visitor: null,
  seeker: { _id: 'ada', role: 'seeker' },
  'other solver': { _id: 'lena', role: 'solver' },
  solver: { _id: 'diego', role: 'solver' },
  'solver who became a seeker': { _id: 'diego', role: 'seeker' },
  poster: { _id: 'mira', role: 'seeker' },
} as const;

const build = (overrides: Overrides) => buildProblemDetail({ _id: 'p1', user: MIRA, ...overrides });
const buildBidFrom = (overrides: Parameters<typeof buildBid>[0] = {}) =>
  buildBid({ problemId: 'p1', solver: { ...DIEGO, rating: null, ratingCount: 0 }, ...overrides });
const agreement = buildAgreement({ seeker: MIRA, solver: DIEGO });
const dispute = { openedBy: MIRA, seekerView: 'No.', solverView: null, openedAt: '2026-11-20T10:00:00.000Z', decision: null };

const CLOSED: Overrides = { status: 'closed', bidCount: 2 };
const PENDING: Overrides = { myBid: buildBidFrom() };
const UNCONFIRMED: Overrides = { myBid: buildBidFrom({ unconfirmedSince: '2026-11-20T10:00:00.000Z' }) };
const IN_PROGRESS: Overrides = { status: 'in-progress', bidCount: 2 };
const ACCEPTED: Overrides = { ...IN_PROGRESS, acceptedBid: buildBidFrom({ status: 'accepted' }) };
const AGREED: Overrides = { ...ACCEPTED, agreement };
const delivery = { note: 'Done.', links: [], files: [], at: '2026-11-20T10:00:00.000Z', changesRequested: null };
const DELIVERED: Overrides = { ...ACCEPTED, agreement: { ...agreement, delivery } };
const DISPUTED: Overrides = { ...ACCEPTED, agreement: { ...agreement, dispute } };
const SOLVED: Overrides = { ...ACCEPTED, status: 'solved' };
const TAKEN_DOWN: Overrides = { takenDown: { reason: 'Spam', at: '2026-11-20T10:00:00.000Z' } };
const ENDED: Overrides = { bidCount: 2, agreement: { ...agreement, status: 'ended' } };

it.each<[keyof typeof VIEWERS, string, Overrides, string | null, readonly string[], string | null]>([
  ['visitor', 'an open problem', {}, 'sign-in', [], null],
  ['visitor', 'a closed problem', CLOSED, null, [], null],
  ['seeker', 'an open problem', {}, 'become-solver', [], null],
  ['seeker', 'a closed problem', CLOSED, null, [], null],
  ['other solver', 'an open problem', {}, 'place-bid', [], null],
  ['solver', 'a problem with their pending bid', PENDING, 'edit-bid', [], 'Mira Chen'],
  ['solver', 'a problem changed after their bid', UNCONFIRMED, 'confirm-bid', [], 'Mira Chen'],
  ['solver who became a seeker', 'a problem with their pending bid', PENDING, 'edit-bid', [], 'Mira Chen'],
  ['solver', 'a problem with their rejected bid', { myBid: buildBidFrom({ status: 'rejected' }) }, 'place-bid', [], 'Mira Chen'],
  ['other solver', 'a closed problem', CLOSED, null, [], null],
  ['other solver', 'a problem in progress', IN_PROGRESS, null, [], null],
  ['solver', 'a problem with their accepted bid', ACCEPTED, null, ['end-agreement'], 'Mira Chen'],
  ['solver', 'their agreement', AGREED, 'mark-delivered', ['end-agreement'], 'Mira Chen'],
  ['solver', 'their disputed agreement', DISPUTED, 'write-view', [], 'Mira Chen'],
  ['other solver', 'an agreement of others', AGREED, null, [], null],
  ['seeker', 'an agreement of others', AGREED, null, [], null],
  ['poster', 'an open problem without bids', {}, 'invite-solvers', ['edit', 'close'], null],
  ['poster', 'an open problem with bids', { bidCount: 2 }, 'review-bids', ['edit', 'close'], null],
  ['poster', 'a problem that is taken down', TAKEN_DOWN, null, ['close'], null],
  ['poster', 'an ended agreement', ENDED, 'review-bids', ['edit', 'close'], null],
  ['poster', 'a problem in progress', ACCEPTED, 'mark-solved', ['end-agreement'], 'Diego Fuentes'],
  ['poster', 'their agreement', AGREED, null, ['solve', 'end-agreement'], 'Diego Fuentes'],
  ['poster', 'a delivery', DELIVERED, 'mark-solved', ['end-agreement'], 'Diego Fuentes'],
  ['poster', 'their disputed agreement', DISPUTED, null, [], 'Diego Fuentes'],
  ['poster', 'a solved problem', SOLVED, null, [], 'Diego Fuentes'],
  ['poster', 'a closed problem', CLOSED, null, ['reopen'], null],
])('the %s of %s has one main action, other changes and a counterpart (product 2.19, 2.51, 4.10)', (...row) => {
  const [who, , overrides, action, changes, counterpart] = row;
  const [problem, viewer] = [build(overrides), VIEWERS[who]];
  expect(getMainAction(problem, viewer)).toBe(action);
  expect(getAllowedChanges(problem, viewer)).toEqual(changes);
  expect(getCounterpart(problem, viewer)?.name ?? null).toBe(counterpart);
});

it.each<[string, Overrides, keyof typeof VIEWERS, string | null]>([
  ['open', {}, 'seeker', null],
  ['in progress', IN_PROGRESS, 'seeker', 'This problem is in progress and no longer accepts bids.'],
  ['solved', SOLVED, 'other solver', 'This problem is solved and no longer accepts bids.'],
  ['closed', CLOSED, 'visitor', 'This problem is closed and no longer accepts bids.'],
  ['closed', CLOSED, 'poster', null],
  ['in progress', AGREED, 'solver', null],
])('a problem that is %s explains why others cannot bid (product 2.42)', (_status, overrides, who, text) => {
  expect(getNoBidsReason(build(overrides), VIEWERS[who])).toBe(text);
});
