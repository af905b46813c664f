import { userInfo } from 'node:os';
import { operatorActs } from '../platform/acts/schema.ts';
import type { Executor } from '../platform/db/connect.ts';
import { textOption, UsageError } from './command.ts';
import type { Input } from './command.ts';

/** Who does it and why: for whatever changes something that is somebody's. */
export const ACT_OPTIONS = { by: { type: 'string' }, reason: { type: 'string' } } as const;

const TEXT_MAX = 1000;

/** An act, ready to be noted. */
export interface Act {
  act: string;
  by: string;
  reason: string;
}

/** @throws UsageError where no reason is given */
export function actOf(input: Input, act: string): Act {
  const reason = textOption(input, 'reason')?.trim().slice(0, TEXT_MAX) ?? '';
  if (reason === '')
    throw new UsageError(`Say why: --reason "…" is kept with what is done, and who did it (--by, else the system's user).`);
  return { act, by: (textOption(input, 'by')?.trim() || userInfo().username).slice(0, TEXT_MAX), reason };
}

/** Notes what was done, in the transaction that does it. */
export async function noteAct(on: Executor, act: Act, subject: string): Promise<void> {
  await on.insert(operatorActs).values({ ...act, subject });
}
