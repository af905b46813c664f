import { findObstacle, TRANSITIONS } from './transitions.ts';
import type { Action, Role, WorkState } from './transitions.ts';

const VALUES: { [Field in keyof WorkState]: WorkState[Field][] } = {
  problem: ['open', 'in-progress', 'solved', 'closed'],
  bid: ['none', 'pending', 'accepted', 'rejected', 'withdrawn'],
  confirmation: ['valid', 'needed'],
  agreement: ['none', 'accepted', 'delivered', 'solved', 'ended', 'past'],
  delivery: ['none', 'made', 'revising'],
  proposal: ['none', 'proposed', 'agreed', 'declined', 'withdrawn'],
  dispute: ['none', 'used', 'open', 'decided'],
  payment: ['none', 'marked', 'received'],
  rating: ['none', 'given', 'settled', 'late'],
};
const ROLES: Role[] = ['seeker', 'solver', 'proposer', 'answerer', 'opener', 'moderator'];
const ACTIONS = Object.keys(TRANSITIONS) as Action[];

/** Allowed roles and states of each action. */
const MATRIX: Record<Action, string> = {
  edit: 'seeker: problem open',
  close: 'seeker: problem open',
  reopen: 'seeker: problem closed',
  placeBid: 'solver: problem open, bid none/rejected/withdrawn',
  changeBid: 'solver: problem open, bid pending',
  confirmBid: 'solver: problem open, bid pending, confirmation needed',
  withdrawBid: 'solver: bid pending',
  rejectBid: 'seeker: problem open, bid pending',
  acceptBid: 'seeker: problem open, bid pending, confirmation valid',
  deliver: 'solver: agreement accepted/delivered, delivery none/revising',
  requestChanges: 'seeker: agreement accepted/delivered, delivery made, dispute none/used/decided',
  solve:
    'seeker: problem in-progress, agreement none/accepted/delivered, proposal none/agreed/declined/withdrawn, dispute none/used/decided',
  part: 'seeker/solver: problem in-progress, agreement none/accepted/delivered, delivery none, proposal none/agreed/declined/withdrawn, dispute none/used/decided',
  markPaid: 'seeker: agreement solved, payment none',
  confirmPayment: 'solver: agreement accepted/delivered/solved, payment marked',
  rate: 'seeker/solver: agreement solved/ended, rating none',
  propose: 'seeker/solver: agreement accepted/delivered, proposal none/agreed/declined/withdrawn, dispute none/used/decided',
  agree: 'answerer: agreement accepted/delivered, proposal proposed, dispute none/used/decided',
  agreeToPart: 'answerer: agreement accepted/delivered, proposal proposed, dispute none/used/decided',
  decline: 'answerer: proposal proposed',
  withdraw: 'proposer: proposal proposed',
  openDispute: 'seeker/solver: agreement accepted/delivered/solved/ended, dispute none, rating none/given/late',
  writeView: 'seeker/solver: dispute open',
  callOffDispute: 'opener: dispute open',
  decideContinue: 'moderator: agreement accepted/delivered, dispute open',
  decideSolved: 'moderator: agreement accepted/delivered/solved, dispute open',
  decideEnded: 'moderator: agreement accepted/delivered/ended/past, dispute open',
};

/** States from which an action is possible. */
function getPossibleState(action: Action): WorkState {
  const first = Object.fromEntries(Object.entries(VALUES).map(([field, [value]]) => [field, value]));
  const from = Object.fromEntries(Object.entries(TRANSITIONS[action].from).map(([field, [value]]) => [field, value]));
  return { ...first, ...from } as unknown as WorkState;
}

function describeAction(action: Action): string {
  const state = getPossibleState(action);
  const roles = ROLES.filter((role) => findObstacle(action, [role], state) === undefined);
  const conditions = Object.entries(VALUES).flatMap(([field, values]) => {
    const allowed = values.filter(
      (value) => findObstacle(action, [...TRANSITIONS[action].who], { ...state, [field]: value }) === undefined,
    );
    return allowed.length === values.length ? [] : [`${field} ${allowed.join('/')}`];
  });
  return `${roles.join('/')}: ${conditions.join(', ')}`;
}

describe('the states of problems, bids, agreements, proposals and disputes (product 4.10, 4.11, 4.22)', () => {
  it.each(ACTIONS)('%s is allowed to exactly these roles in these states', (action) => {
    expect(describeAction(action)).toBe(MATRIX[action]);
  });

  it('no proposal stays open after work ends or a dispute is opened', () => {
    const ending = ACTIONS.filter((action) => {
      const to: Partial<WorkState> = TRANSITIONS[action].to;
      return to.agreement === 'solved' || to.agreement === 'ended' || to.dispute === 'open';
    });
    expect(ending).toEqual(['solve', 'part', 'agreeToPart', 'openDispute', 'decideSolved', 'decideEnded']);
    for (const action of ending) {
      const to: Partial<WorkState> = TRANSITIONS[action].to;
      expect(to.proposal).not.toBe('proposed');
      expect(to.proposal).toBeDefined();
    }
  });
});
