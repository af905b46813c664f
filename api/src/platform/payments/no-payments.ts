import { AppError } from '../errors/app-error.ts';
import type { Payments } from './payments.ts';

/** {@link Payments} of a deployment without a provider: nothing is sold. */
export const noPayments: Payments = {
  testMode: false,
  pay: async () => {
    throw new AppError('conflict', 'Modules with a price cannot be bought here yet. Free ones can be downloaded.');
  },
  // Nothing was paid.
  refund: async () => {},
};
