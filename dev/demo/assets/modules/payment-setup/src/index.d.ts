export interface Line {
  /** Whole cents. */
  cents: number;
  quantity: number;
}

export interface Total {
  goods: number;
  discount: number;
  tax: number;
  total: number;
}

export function totalOf(lines: Line[], options?: { discountPercent?: number; taxPercent?: number }): Total;

export function signWebhook(body: string, key: string, now?: number): string;
export function verifyWebhook(
  body: string,
  header: string,
  key: string,
  options?: { toleranceSeconds?: number; now?: number },
): boolean;

export interface Provider {
  createPayment(payment: { cents: number; reference: string }): Promise<{ id: string }>;
  refund(refund: { paymentId: string; cents: number }): Promise<void>;
}

export interface Order {
  id: string;
  cents: number;
  paymentId: string;
  status: 'pending' | 'paid' | 'failed' | 'refunded';
  refundedCents: number;
}

export interface Checkout {
  start(id: string, cents: number): Promise<Order>;
  receive(body: string, header: string, options?: { toleranceSeconds?: number; now?: number }): 'taken' | 'ignored' | 'refused';
  refund(id: string, cents?: number): Promise<Order>;
  order(id: string): Order;
}

export function createCheckout(options: {
  provider: Provider;
  webhookKey: string;
  orders?: Pick<Map<string, Order>, 'get' | 'set'>;
  seen?: Pick<Set<string>, 'has' | 'add'>;
}): Checkout;

export function createTestProvider(options: { webhookKey: string }): Provider & { webhooks: { body: string; header: string }[] };
