import { createHash } from 'node:crypto';
import type { Config } from '../config/config.ts';
import { AppError } from '../errors/app-error.ts';

export interface Order {
  /** Idempotency key: charged once, unless it is refunded. */
  key: string;
  cents: number;
  subject: string;
}

export interface Payment {
  /** The provider's id of the payment. A repeated key returns the same id. */
  name: string;
  /** US cents of the charge; for a repeated key, of the first one. */
  cents: number;
}

export interface Payments {
  /** No money moves, and payers see a notice. */
  readonly testMode: boolean;
  /** @throws AppError with a message for the payer */
  pay(order: Order): Promise<Payment>;
  /** Refunds the full amount; idempotent. */
  refund(payment: Payment): Promise<void>;
}

export const testPayments: Payments = {
  testMode: true,
  pay: async ({ key, cents }) => ({ name: `test-${createHash('sha256').update(key).digest('hex').slice(0, 32)}`, cents }),
  refund: async () => {},
};

const noPayments: Payments = {
  testMode: false,
  pay: async () => {
    throw new AppError('conflict', 'Modules with a price cannot be bought here yet. Free ones can be downloaded.');
  },
  refund: async () => {},
};

/** Creates the configured payments. Add the adapter of a provider here, as another value of PAYMENTS. */
export const createPayments = ({ payments }: Pick<Config, 'payments'>): Payments =>
  payments === 'test' ? testPayments : noPayments;
