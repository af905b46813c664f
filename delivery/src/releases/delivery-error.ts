/** Something that the person at the keyboard can put right: its message is printed without a stack. */
export class DeliveryError extends Error {}
