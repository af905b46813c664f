import { obstacleOf, TRANSITIONS } from './transitions.ts';
import type { Act, Role, WorkState } from './transitions.ts';

const VALUES: { [Part in keyof WorkState]: WorkState[Part][] } = {
  problem: ['open', 'in-progress', 'solved', 'closed'],
  bid: ['none', 'pending', 'accepted', 'rejected', 'withdrawn'],
  text: ['known', 'changed'],
  agreement: ['none', 'accepted', 'delivered', 'solved', 'ended', 'past'],
  delivery: ['none', 'made'],
  proposal: ['none', 'proposed', 'agreed', 'declined', 'withdrawn'],
  dispute: ['none', 'used', 'open', 'decided'],
  payment: ['none', 'stated', 'received'],
  rating: ['none', 'given', 'settled', 'late'],
};
const ROLES: Role[] = ['seeker', 'solver', 'proposer', 'answerer', 'opener', 'moderator'];
const ACTS = Object.keys(TRANSITIONS) as Act[];

/** Who can do it, from which states: all others are refused. */
const MATRIX: Record<Act, string> = {
  edit: 'seeker: problem open',
  close: 'seeker: problem open',
  reopen: 'seeker: problem closed',
  placeBid: 'solver: problem open, bid none/rejected/withdrawn',
  changeBid: 'solver: problem open, bid pending',
  confirmBid: 'solver: problem open, bid pending, text changed',
  withdrawBid: 'solver: bid pending',
  rejectBid: 'seeker: problem open, bid pending',
  acceptBid: 'seeker: problem open, bid pending, text known',
  deliver: 'solver: agreement accepted/delivered, delivery none',
  solve:
    'seeker: problem in-progress, agreement none/accepted/delivered, proposal none/agreed/declined/withdrawn, dispute none/used/decided',
  part: 'seeker/solver: problem in-progress, agreement none/accepted/delivered, delivery none, proposal none/agreed/declined/withdrawn, dispute none/used/decided',
  statePaid: 'seeker: agreement solved, payment none',
  stateReceived: 'solver: agreement accepted/delivered/solved, payment stated',
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

/** States from which an act is possible but for the part that is tried. */
function possible(act: Act): WorkState {
  const first = Object.fromEntries(Object.entries(VALUES).map(([part, [value]]) => [part, value]));
  const from = Object.fromEntries(Object.entries(TRANSITIONS[act].from).map(([part, [value]]) => [part, value]));
  return { ...first, ...from } as unknown as WorkState;
}

function measured(act: Act): string {
  const state = possible(act);
  const who = ROLES.filter((role) => obstacleOf(act, [role], state) === undefined);
  const parts = Object.entries(VALUES).flatMap(([part, values]) => {
    const allowed = values.filter(
      (value) => obstacleOf(act, [...TRANSITIONS[act].who], { ...state, [part]: value }) === undefined,
    );
    return allowed.length === values.length ? [] : [`${part} ${allowed.join('/')}`];
  });
  return `${who.join('/')}: ${parts.join(', ')}`;
}

describe('the states of problems, bids, agreements, proposals and disputes (product 4.10, 4.11, 4.22)', () => {
  it.each(ACTS)('%s: these roles, from these states, and nothing else', (act) => {
    expect(measured(act)).toBe(MATRIX[act]);
  });

  it('nothing waits for an answer where work has ended or is disputed', () => {
    const ending = ACTS.filter((act) => {
      const to: Partial<WorkState> = TRANSITIONS[act].to;
      return to.agreement === 'solved' || to.agreement === 'ended' || to.dispute === 'open';
    });
    expect(ending).toEqual(['solve', 'part', 'agreeToPart', 'openDispute', 'decideSolved', 'decideEnded']);
    for (const act of ending) {
      const to: Partial<WorkState> = TRANSITIONS[act].to;
      expect(to.proposal).not.toBe('proposed');
      expect(to.proposal).toBeDefined();
    }
  });
});
