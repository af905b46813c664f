/** Limits of the signed-in home page (product 2.49). */
export const HOME = { listMax: 5, nextMax: 6, dueSoonHours: 48, questionMax: 200, paymentDays: 30 } as const;

/** Progress of agreed work: in progress, delivered, solved but not paid, marked as paid, or in dispute. */
export const WORK_STEPS = ['accepted', 'delivered', 'solved', 'paid', 'disputed'] as const;
export type WorkStep = (typeof WORK_STEPS)[number];

/** Kinds of next steps, most urgent first (product 2.49). `due`: delivery is due soon; `received`: confirm a payment. */
export const NEXT_STEPS = [
  'overdue',
  'dispute',
  'delivered',
  'change',
  'due',
  'received',
  'pay',
  'new-bids',
  'questions',
  'bids',
  'rate',
] as const;
export type NextStepKind = (typeof NEXT_STEPS)[number];
