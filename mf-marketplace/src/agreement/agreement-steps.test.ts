/** @jest-environment node */
import type { Agreement } from '@solvent/contracts';
import { buildAgreement } from '@solvent/testing/factories';
import { getAgreementAction, getSteps } from './agreement-steps.ts';
import type { Side } from './agreement-steps.ts';

const ago = (days: number) => new Date(Date.now() - days * 24 * 3_600_000).toISOString();
const DELIVERED: Partial<Agreement> = {
  status: 'delivered',
  delivery: { note: 'Done.', links: [], files: [], at: ago(1), changesRequested: null },
};
const REVISING: Partial<Agreement> = {
  delivery: { note: 'Done.', links: [], files: [], at: ago(1), changesRequested: { text: 'Add a test.', at: ago(0) } },
};
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
  getSteps(buildAgreement(overrides), side, Date.now()).map(({ name, state }) => `${name} ${state}`);
const present = (overrides: Partial<Agreement>, side: Side) =>
  getSteps(buildAgreement(overrides), side, Date.now()).find(({ state }) => state === 'current')?.text;

describe('the steps of an agreement (product 2.41, 4.22)', () => {
  it.each<[string, Partial<Agreement>, string[]]>([
    ['accepted', {}, ['Accepted done', 'Delivered current', 'Solved upcoming', 'Paid upcoming', 'Rated upcoming']],
    ['delivered', DELIVERED, ['Accepted done', 'Delivered done', 'Solved current', 'Paid upcoming', 'Rated upcoming']],
    ['revising', REVISING, ['Accepted done', 'Delivered current', 'Solved upcoming', 'Paid upcoming', 'Rated upcoming']],
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
    ['ended by a moderator', { status: 'ended' }, ['Accepted done', 'Ended done']],
    ['ended', { status: 'ended', parting: PARTING }, ['Accepted done', 'Ended done', 'Rated current']],
    [
      'ended, and too late to rate',
      { status: 'ended', parting: { ...PARTING, at: ago(15) } },
      ['Accepted done', 'Ended done', 'Rated skipped'],
    ],
    ['ended after a delivery', { ...DELIVERED, status: 'ended' }, ['Accepted done', 'Delivered done', 'Ended done']],
  ])('%s: each step has its state', (_when, overrides, steps) => {
    expect(read(overrides, 'seeker')).toEqual(steps);
    expect(read(overrides, 'solver')).toEqual(steps);
  });

  it.each<[string, Partial<Agreement>, string, string]>([
    ['accepted', {}, 'Diego Fuentes does the work and delivers it here.', 'Do the work, then deliver it here.'],
    ['delivered', DELIVERED, 'Review the work. Then mark it solved, or ask for changes.', 'Mira Chen reviews the work.'],
    [
      'revising',
      REVISING,
      'Diego Fuentes is working on the changes you asked for.',
      'Make the changes that Mira Chen asked for, then deliver again.',
    ],
    [
      'solved',
      SOLVED,
      'Pay Diego Fuentes as arranged, then mark it as paid.',
      'Mira Chen pays you directly and marks it as paid.',
    ],
    [
      'paid',
      PAID,
      'You marked it as paid. Waiting for Diego Fuentes to confirm.',
      'Mira Chen marked this as paid. Confirm when the money arrives.',
    ],
    ['received', RECEIVED, 'Rate your experience with Diego Fuentes.', 'Rate your experience with Mira Chen.'],
    [
      'rated by one',
      { ...RECEIVED, ratedBySeeker: true },
      'You rated Diego Fuentes. Waiting for their rating.',
      'Mira Chen rated you. Rate them, too.',
    ],
  ])('%s: the current step describes what is next, for both sides', (_when, overrides, forSeeker, forSolver) => {
    expect(present(overrides, 'seeker')).toBe(forSeeker);
    expect(present(overrides, 'solver')).toBe(forSolver);
  });
});

it.each<[string, Partial<Agreement>, boolean, string | null, string | null]>([
  ['accepted', {}, false, null, 'mark-delivered'],
  ['revising', REVISING, false, null, 'mark-delivered'],
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
