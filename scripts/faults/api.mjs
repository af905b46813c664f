/**
 * A planted fault: one change of production code that breaks a rule of the product.
 *
 * @typedef {object} Fault
 * @property {string} id name in reports
 * @property {string} rule the broken rule
 * @property {string} file path in the repository
 * @property {string} find code that occurs exactly once in the file
 * @property {string} replace replacement for that code
 */

/** @type {Fault[]} */
export const API_FAULTS = [
  {
    id: 'stale-bid-terms',
    rule: 'A bid whose amount or days changed after the poster read it is not accepted (product 4.11).',
    file: 'api/src/features/marketplace/bids/service.ts',
    find: 'amount === bid.amount && estimatedDays === bid.estimatedDays',
    replace: 'amount === bid.amount || estimatedDays === bid.estimatedDays',
  },
  {
    id: 'bid-after-withdrawal',
    rule: 'A withdrawn bid leaves room for another bid of the same solver while the problem is open (product 4.11).',
    file: 'api/src/features/marketplace/bids/service.ts',
    find: "['pending', 'accepted']",
    replace: "['pending', 'accepted', 'withdrawn']",
  },
  {
    id: 'own-comment-notified',
    rule: 'Nobody is notified of a question or an answer that they wrote themselves (product 4.5).',
    file: 'api/src/features/marketplace/comments/service.ts',
    find: '.filter((userId) => userId !== authorId)',
    replace: '',
  },
  {
    id: 'first-rating-hidden',
    rule: 'Both ratings of a solved problem become visible as soon as both people have rated (product 4.12).',
    file: 'api/src/features/marketplace/reviews/reviews.ts',
    find: 'set({ visibleFrom: now })',
    replace: 'set({ visibleFrom: until })',
  },
  {
    id: 'own-change-agreed',
    rule: 'A proposed change of an agreement takes effect only when the other person agrees to it (product 4.22).',
    file: 'api/src/features/marketplace/transitions.ts',
    find: "agree: {\n    who: ['answerer']",
    replace: "agree: {\n    who: ['answerer', 'proposer']",
  },
  {
    id: 'early-payee-reminder',
    rule: 'The solver is reminded to confirm a payment one week after the seeker said that it is paid (product 4.22).',
    file: 'api/src/features/marketplace/agreements/lifecycle.ts',
    find: 'since: paidAt, missing: receivedAt',
    replace: 'since: solvedAt, missing: receivedAt',
  },
  {
    id: 'solver-marks-solved',
    rule: 'Only the poster of a problem marks it solved (product 4.10 and 6.4).',
    file: 'api/src/features/marketplace/transitions.ts',
    find: "solve: {\n    who: ['seeker']",
    replace: "solve: {\n    who: ['seeker', 'solver']",
  },
  {
    id: 'next-step-bid-count',
    rule: 'The next step about new bids on the home page counts only the bids that are new (product 2.49).',
    file: 'api/src/features/marketplace/home/next-steps.ts',
    find: "step('new-bids', problem, { count: newBids })",
    replace: "step('new-bids', problem, { count: pendingBids })",
  },
  {
    id: 'resend-after-edit',
    rule: 'A message that is sent again with its client ID answers the stored one, even if it was edited (product 11.7).',
    file: 'api/src/features/messaging/send-message.ts',
    find: ' || editedAt !== null',
    replace: '',
  },
  {
    id: 'late-edit-without-change',
    rule: 'An edit that gives a message the same words succeeds and changes nothing, however late (product 4.25).',
    file: 'api/src/features/messaging/change-message.ts',
    find: 'if (message.senderId === request.callerId && message.content === content) return false;',
    replace: '',
  },
  {
    id: 'sender-tabs-not-told',
    rule: 'A new message is sent over the socket to all open tabs of both participants (product 11.13).',
    file: 'api/src/features/messaging/messages.ts',
    find: "realtime.toUser(message.sender._id, 'message', message);",
    replace: '',
  },
  {
    id: 'notifications-merged-across-people',
    rule: 'Unread notifications of questions share one entry only if the same person requested them (product 4.5).',
    file: 'api/src/features/notifications/service.ts',
    find: "actor?.id ?? 'nobody'",
    replace: "actor ? 'somebody' : 'nobody'",
  },
  {
    id: 'session-limit',
    rule: 'A person has at most 20 sessions, and the next sign-in ends the oldest one (product 9.12).',
    file: 'api/src/features/accounts/auth/sessions.ts',
    find: '.limit(SESSIONS_MAX - 1)',
    replace: '.limit(SESSIONS_MAX)',
  },
  {
    id: 'password-of-the-provider',
    rule: 'A token of a sign-in with a password at the identity provider proves nothing (product 11.11).',
    file: 'api/src/platform/identity/firebase-verifier.ts',
    find: 'firebase.sign_in_provider === `${known}.com`',
    replace: 'firebase.identities[`${known}.com`] !== undefined',
  },
  {
    id: 'hire-rate-ignores-work',
    rule: 'The hire rate of a profile counts every problem that has an accepted bid, solved or not (product 3.5).',
    file: 'api/src/features/profiles/service.ts',
    find: "inArray(problems.status, ['in-progress', 'solved'])",
    replace: "inArray(problems.status, ['solved'])",
  },
  {
    id: 'changed-review-counted-twice',
    rule: 'A person has one review of a module: a second one replaces the first in the average rating (product 6.7).',
    file: 'api/src/features/toolbox/reviews.ts',
    find: 'rating - (earlier?.rating ?? 0)',
    replace: 'rating',
  },
  {
    id: 'free-download-owns-paid-module',
    rule: 'A download owns a module only while it is free: a paid module belongs to who bought it (product 4.27).',
    file: 'api/src/features/toolbox/visibility.ts',
    find: 'bought || (module.priceCents === 0 && downloaded)',
    replace: 'bought || downloaded',
  },
  {
    id: 'update-beyond-major-version',
    rule: 'A purchase includes updates within the major version that was bought, and no others (product 1.6 and 4.27).',
    file: 'api/src/features/toolbox/purchases.ts',
    find: 'major(version) === major(purchase.version)',
    replace: 'major(version) >= major(purchase.version)',
  },
  {
    id: 'file-link-never-expires',
    rule: 'A signed link to a private file stops working after ten minutes (product 9.13 and 11.15).',
    file: 'api/src/features/files/links.ts',
    find: 'Math.max(0, Number(expires) - now)',
    replace: 'Math.max(1, Number(expires) - now)',
  },
  {
    id: 'refused-request-counted',
    rule: 'A request that is refused by a rate limit does not use up any other limit (limits).',
    file: 'api/src/platform/limits/limits.ts',
    find: "results[index]?.status === 'fulfilled'",
    replace: "results[index]?.status === 'rejected'",
  },
];
