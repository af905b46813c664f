import type { Config } from '../config/config.ts';
import { AppError } from '../errors/app-error.ts';
import type { Payments } from './payments.ts';
import { testPayments } from './test-payments.ts';

/** {@link Payments} of a deployment without a provider: nothing is sold. */
const noPayments: Payments = {
  testMode: false,
  pay: async () => {
    throw new AppError('conflict', 'Modules with a price cannot be bought here yet. Free ones can be downloaded.');
  },
  // Nothing was paid.
  refund: async () => {},
};

/** Who takes the money of this deployment. A provider's adapter has its place here, as another value of PAYMENTS. */
export const createPayments = ({ payments }: Pick<Config, 'payments'>): Payments =>
  payments === 'test' ? testPayments : noPayments;
