import { CHAT } from '@solvent/contracts';
import type { Incoming } from '../../files/incoming/kept-files.ts';

/** Where files of messages lie before their message is stored, and after. */
export const INCOMING_MESSAGES: Incoming = { folder: 'messages', marks: 'incoming', filesMax: CHAT.filesMax };
