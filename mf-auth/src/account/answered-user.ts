import type { User, UserAnswer } from '@solvent/contracts';

/** The user of an answer (spec 5: an answer without one is a failure). @throws Error when there is none */
export function answeredUser(answer: Partial<UserAnswer>): User {
  if (!answer.user) throw new Error('The answer carries no user.');
  return answer.user;
}
