/** Error that a user can fix: the message has the advice, and is shown without a stack. */
export class DeliveryError extends Error {
  override readonly name = 'DeliveryError';
}
