import { StartError } from '../../../scripts/setup/start-error.mjs';

/** Something that the person at the keyboard can put right: its message is printed without a stack. */
export class DeliveryError extends StartError {}
