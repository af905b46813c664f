/**
 * Headers of a call that proves who somebody is by a link: the session of this browser has no part in it, and a
 * refusal says nothing about that session.
 */
export const WITHOUT_SESSION = { Authorization: false };
