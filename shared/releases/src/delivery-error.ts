/** Something about releases that a person can put right: its message says what to do, and is shown without a stack. */
export class DeliveryError extends Error {
  override readonly name = 'DeliveryError';
}
