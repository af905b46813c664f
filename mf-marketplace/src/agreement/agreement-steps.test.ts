/** @jest-environment node */
import type { Agreement } from '@solvent/contracts';
import { buildAgreement } from '@solvent/testing/factories';
import { getAgreementAction, getSteps } from './agreement-steps.ts';
import type { Side } from './agreement-steps.ts';

const ago = (days: number) => new Date(Date.now() - days * 24 * 3_600_000).toISOString();
const DELIVERED: Partial<Agreement> = { status: 'delivered', delivery: { note: 'Done.', files: [], at: ago(1) } };
const DISPUTE: Agreement['dispute'] = {
  openedBy: { _id: 'mira', name: 'Mira Chen', image: null },
  seekerView: 'The fix does not hold.',
  solverView: null,
  openedAt: ago(0),
  decision: null,
};
const PARTING = { by: { _id: 'mira', name: 'Mira Chen', image: null }, note: '', at: ago(1) };
const SOLVED: Partial<Agreement> = { ...DELIVERED, status: 'solved', solvedAt: ago(1) };
const PAID: Partial<Agreement> = { ...SOLVED, paidAt: ago(1) };
const RECEIVED: Partial<Agreement> = { ...PAID, receivedAt: ago(1) };

const read = (overrides: Partial<Agreement>, side: Side) =>
  getSteps(buildAgreement(overrides), side).map(({ name, state }) => `${name} ${state}`);
const present = (overrides: Partial<Agreement>, side: Side) =>
  getSteps(buildAgreement(overrides), side).find(({ state }) => state === 'current')?.text;

describe('the steps of an agreement (product 2.41, 4.22)', () => {
  it.each<[string, Partial<Agreement>, string[]]>([
    ['accepted', {}, ['Accepted done', 'Delivered current', 'Solved upcoming', 'Paid upcoming', 'Rated upcoming']],
    ['delivered', DELIVERED, ['Accepted done', 'Delivered done', 'Solved current', 'Paid upcoming', 'Rated upcoming']],
    ['solved', SOLVED, ['Accepted done', 'Delivered done', 'Solved done', 'Paid current', 'Rated current']],
    [
      'solved without a delivery',
      { status: 'solved', solvedAt: ago(1) },
      ['Accepted done', 'Delivered skipped', 'Solved done', 'Paid current', 'Rated current'],
    ],
    ['received', RECEIVED, ['Accepted done', 'Delivered done', 'Solved done', 'Paid done', 'Rated current']],
    [
      'received and rated by both',
      { ...RECEIVED, ratedBySeeker: true, ratedBySolver: true },
      ['Accepted done', 'Delivered done', 'Solved done', 'Paid done', 'Rated done'],
    ],
    [
      'too late to rate',
      { ...RECEIVED, solvedAt: ago(15) },
      ['Accepted done', 'Delivered done', 'Solved done', 'Paid done', 'Rated skipped'],
    ],
    ['ended by a moderator', { status: 'ended' }, ['Accepted done', 'Parted done']],
    ['ended', { status: 'ended', parting: PARTING }, ['Accepted done', 'Parted done', 'Rated current']],
    [
      'ended, and too late to rate',
      { status: 'ended', parting: { ...PARTING, at: ago(15) } },
      ['Accepted done', 'Parted done', 'Rated skipped'],
    ],
    ['ended after a delivery', { ...DELIVERED, status: 'ended' }, ['Accepted done', 'Delivered done', 'Parted done']],
  ])('%s: each step has its state', (_when, overrides, steps) => {
    expect(read(overrides, 'seeker')).toEqual(steps);
    expect(read(overrides, 'solver')).toEqual(steps);
  });

  it.each<[string, Partial<Agreement>, string, string]>([
    ['accepted', {}, 'Diego Fuentes does the work and hands it over here.', 'Do the work, then hand it over here.'],
    ['delivered', DELIVERED, 'Look at the work, then mark it solved.', 'Mira Chen looks at the work and marks it solved.'],
    ['solved', SOLVED, 'Pay Diego Fuentes as the two of you arranged, then say so here.', 'Mira Chen pays you and says so here.'],
    [
      'paid',
      PAID,
      'You said that you have paid. Diego Fuentes says when it has come.',
      'Mira Chen says that it is paid. Say so here once it has come.',
    ],
    ['received', RECEIVED, 'Say how it was to work together.', 'Say how it was to work together.'],
    [
      'rated by one',
      { ...RECEIVED, ratedBySeeker: true },
      'You rated Diego Fuentes, who has not rated you yet.',
      'Mira Chen rated you. Now it is your turn.',
    ],
  ])('%s: the current step describes what is next, for both sides', (_when, overrides, forSeeker, forSolver) => {
    expect(present(overrides, 'seeker')).toBe(forSeeker);
    expect(present(overrides, 'solver')).toBe(forSolver);
  });
});

it.each<[string, Partial<Agreement>, boolean, string | null, string | null]>([
  ['accepted', {}, false, 'mark-solved', 'mark-delivered'],
  ['delivered', DELIVERED, false, 'mark-solved', null],
  ['solved', SOLVED, true, 'mark-paid', 'rate'],
  ['solved, and rated already', SOLVED, false, 'mark-paid', null],
  ['paid', PAID, true, 'rate', 'confirm-payment'],
  ['received', RECEIVED, true, 'rate', 'rate'],
  ['received, and rated already', RECEIVED, false, null, null],
  ['ended', { status: 'ended' }, false, null, null],
  ['in dispute', { dispute: DISPUTE }, false, null, 'mark-delivered'],
  ['in dispute about what is delivered', { ...DELIVERED, dispute: DISPUTE }, false, null, null],
])('the main action of an agreement, %s (product 2.41, 2.51)', (_when, overrides, mayRate, ofSeeker, ofSolver) => {
  const agreement = buildAgreement(overrides);
  expect(getAgreementAction(agreement, 'seeker', mayRate)).toBe(ofSeeker);
  expect(getAgreementAction(agreement, 'solver', mayRate)).toBe(ofSolver);
});
