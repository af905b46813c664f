import { verifyWebhook } from './webhooks.js';

/**
 * Orders, paid once and refunded up to what was paid. Orders live in `orders` (a Map, or anything with get and set), the
 * money at the provider, and each webhook counts once however often it comes.
 */
export function createCheckout({ provider, webhookKey, orders = new Map(), seen = new Set() }) {
  const find = (id) => {
    const order = orders.get(id);
    if (order === undefined) throw new Error(`There is no order ${id}`);
    return order;
  };

  return {
    /** Starts a payment; called again for the same order, it gives the one that is there. */
    async start(id, cents) {
      const existing = orders.get(id);
      if (existing !== undefined) return existing;
      const payment = await provider.createPayment({ cents, reference: id });
      const order = { id, cents, paymentId: payment.id, status: 'pending', refundedCents: 0 };
      orders.set(id, order);
      return order;
    },

    /** Takes a webhook: `ignored` where it came before, `refused` where the signature is wrong. */
    receive(body, header, options) {
      if (!verifyWebhook(body, header, webhookKey, options)) return 'refused';
      const event = JSON.parse(body);
      if (seen.has(event.id)) return 'ignored';
      const order = find(event.reference);
      if (event.type === 'payment.succeeded' && order.status === 'pending') order.status = 'paid';
      if (event.type === 'payment.failed' && order.status === 'pending') order.status = 'failed';
      seen.add(event.id);
      return 'taken';
    },

    /** Gives money back, all that is left unless a sum is named. */
    async refund(id, cents) {
      const order = find(id);
      const left = order.cents - order.refundedCents;
      const sum = cents ?? left;
      if (order.status !== 'paid') throw new Error('Only a paid order can be refunded');
      if (!Number.isInteger(sum) || sum < 1 || sum > left) throw new RangeError(`Between 1 and ${left} cents can be refunded`);
      // Taken off before the provider is asked, so that two refunds at once cannot give back more than was paid.
      order.refundedCents += sum;
      try {
        await provider.refund({ paymentId: order.paymentId, cents: sum });
      } catch (error) {
        order.refundedCents -= sum;
        throw error;
      }
      if (order.refundedCents === order.cents) order.status = 'refunded';
      return order;
    },

    order: find,
  };
}
