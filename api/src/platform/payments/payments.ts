/** What somebody is to pay. */
export interface Order {
  /** Names what is bought by whom: whatever comes under one key is charged once, however often it is sent. */
  key: string;
  /** US cents. */
  cents: number;
  /** What the payer reads. */
  subject: string;
}

/** A payment that went through. */
export interface Payment {
  /** Its own name at the provider. */
  name: string;
}

/** Takes money: the port. */
export interface Payments {
  /** No money moves: whoever pays is told so. */
  readonly testMode: boolean;
  /** Settles when it is paid. @throws AppError with a sentence for people where it is not */
  pay(order: Order): Promise<Payment>;
}
