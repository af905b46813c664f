/** What somebody is to pay. */
export interface Order {
  /** Names what is bought by whom: whatever comes under one key is charged once, however often it is sent, until it is given back. */
  key: string;
  /** US cents. */
  cents: number;
  /** What the payer reads. */
  subject: string;
}

/** A payment that went through. */
export interface Payment {
  /** Its own name at the provider: one key has one. */
  name: string;
  /** US cents that were charged: of a key that was paid before, what was asked for then. */
  cents: number;
}

/** Takes money: the port. */
export interface Payments {
  /** No money moves: whoever pays is told so. */
  readonly testMode: boolean;
  /** Settles when it is paid. @throws AppError with a sentence for people where it is not */
  pay(order: Order): Promise<Payment>;
  /** Settles when all of it is on its way back; what was given back already stays so. */
  refund(payment: Payment): Promise<void>;
}
