import { signWebhook } from './webhooks.js';

/** A provider that moves no money: for development and tests. `webhooks` holds what it would have sent. */
export function createTestProvider({ webhookKey }) {
  let count = 0;
  const webhooks = [];
  return {
    webhooks,
    async createPayment({ reference }) {
      count += 1;
      const body = JSON.stringify({ id: `event-${count}`, type: 'payment.succeeded', reference });
      webhooks.push({ body, header: signWebhook(body, webhookKey) });
      return { id: `payment-${count}` };
    },
    async refund() {},
  };
}
