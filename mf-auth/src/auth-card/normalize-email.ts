import { toAsciiEmail } from '@solvent/contracts/rules/ascii-address';

/** Matches the form in which the server stores addresses. */
export const normalizeEmail = (email: string): string => toAsciiEmail(email.trim().toLowerCase());
