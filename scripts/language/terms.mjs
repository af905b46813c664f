/**
 * Words for which the field has a standard term, with that term. Words with a proper use of their own (press, place, state,
 * take) are not listed alone, but in the phrases below.
 */

/** Words of an identifier (`askAgain` has two), in lower case. @type {Record<string, string>} */
export const IDENTIFIER_WORDS = {
  alike: 'similar, same',
  anew: 're…, refetch, re-render',
  anybody: 'anyone, or name the role',
  ask: 'request, fetch, prompt, confirm',
  asked: 'requested',
  asking: 'requesting, isPending',
  asks: 'requests, fetches',
  deed: 'action',
  doer: 'handler',
  drawn: 'rendered',
  enough: 'a limit with its unit',
  everybody: 'everyone, all users',
  hear: 'on, subscribe',
  heard: 'received',
  hears: 'receives',
  leaver: 'departingUser, deletedAccount',
  news: 'event, update, notification',
  nobody: 'no user, or name the role',
  overtaken: 'conflict, stale',
  said: 'emitted, reported',
  say: 'emit, describe, confirm',
  saying: 'message, text',
  says: 'states, returns',
  somebody: 'a user, or name the role',
  stands: 'is, isStored',
  stood: 'was, position',
  stranger: 'unknown client, other user',
  strangers: 'unknown clients, other users',
  tell: 'notify, report, publish',
  telling: 'text, preview',
  tells: 'notifies, reports',
  told: 'notified, reported',
  whoever: 'any caller',
  whom: 'user, recipient',
};

/** Names of the platform and of libraries that look like one of ours. */
export const PLATFORM_NAMES = new Set([
  'getPrototypeOf',
  'indexOf',
  'isPrototypeOf',
  'lastIndexOf',
  'anyOf',
  'oneOf',
  'setPrototypeOf',
  'supportedValuesOf',
  'toBeInstanceOf',
  'valueOf',
]);

/** Names that remotes published before contract 3.5 use. Remove them in the next release. */
export const PUBLISHED_NAMES = new Set([
  'fieldOf',
  'priceCentsOf',
  'referenceOf',
  'sayToServer',
  'tellNotLoaded',
  'tellsOnLeave',
]);

/** `tagsOf(problem)` is `getTags(problem)`, or a property. */
export const OF_NAME = { pattern: /^_?[a-z]\w*[a-z0-9]Of$/, term: 'getX(y), findX(y), or a property' };

/** Phrases in comments and in subjects of commits. @type {[RegExp, string][]} */
export const PHRASES = [
  [/^(?:What|Who|Whoever|Whom) (?!.*\?)/, 'a noun phrase or a full sentence'],
  [/^That (?:an?|each|it|no|nothing|one|the|they|what|who) /, 'a noun phrase or a full sentence'],
  [/\banew\b/i, 'again'],
  [/\balike\b/i, 'similar, the same'],
  [/\b(?:any|every|some|no)body\b/i, 'a user, everyone, no one, or name the role'],
  [/\bwhoever\b/i, 'any user who'],
  [/\b(?:for|of|to|by|with) whom\b/i, 'which users'],
  [/\bwho (?:is|are|was) (?:not )?signed (?:in|out)\b/i, 'signed-in user, visitor'],
  [/\bstrangers?\b/i, 'unknown client, other user'],
  [
    /\b(?:tells?|telling) (?:it|them|him|the|a|an|of|who|what|which|whether|that|apart|each|every|others?)\b/i,
    'notifies, reports, shows',
  ],
  [/\b(?:is|are|was|were|be|been|being) told\b/i, 'is notified, receives'],
  [/\b(?:hears?|heard|hearing)\b/i, 'receives, subscribes to'],
  [/\bask(?:s|ed|ing)? (?:for|the|it|them|again|whether|every|each|at|once)\b/i, 'requests, fetches, prompts'],
  [/\b(?:is|are|was|were|be|been|being) asked\b/i, 'is requested, is prompted'],
  [
    /\b(?:says?|said|saying) (?:so|that|what|who|which|whether|how|where|it|the|nothing|of)\b/i,
    'states, returns, shows, describes',
  ],
  [
    /\b(?:stands|stood|lies|lay|lying) (?:in|on|at|there|here|beside|behind|where|above|below|before|under)\b/i,
    'is, is stored in',
  ],
  [/\bat home\b/i, 'defined in'],
  [/\b(?:goes|go|went|going) (?:on|out|away|through)\b/i, 'continues, is sent, is removed'],
  [/\b(?:comes|came|coming) (?:back|in|from where|again|late|later|too late)\b/i, 'returns, arrives'],
  [/\b(?:is|are|was|were|has|had) gone\b/i, 'was removed, is unavailable'],
  [/\blet(?:s|ting)? go\b/i, 'releases'],
  [/\b(?:gives?|gave|given|giving) back\b/i, 'returns, releases'],
  [/\b(?:takes?|took|taken|taking) (?:back|over|in)\b/i, 'undoes, hydrates, accepts'],
  [/\b(?:held|holds?|keeps?|kept) (?:back|out)\b/i, 'defers, hides, blocks'],
  [/\bkeep(?:s|ing)? book\b/i, 'tracks'],
  [/\bfor good\b/i, 'permanently'],
  [/\bfor as long as\b/i, 'while'],
  [/\bin the place of\b/i, 'instead of, replaces'],
  [/\b(?:in whose|in its) (?:place|stead)\b/i, 'replaced by'],
  [/\b(?:draws?|drawn|drawing) (?:again|by|it|them|itself|as|where|before|after|only|once|the)\b/i, 'renders'],
  [/\bovertak(?:e|es|en)\b/i, 'conflict, stale write'],
  [/\bnews\b/i, 'event, update, notification'],
  [/\bmend(?:s|ed|ing)?\b/i, 'fix, repair'],
  [/\b(?:on|under) (?:its|their) way\b/i, 'pending, being sent'],
  [/\bthe much\b/i, 'name the quantity'],
  [/\bas what\b/i, 'a full sentence'],
  [/\bdoes? without\b/i, 'does not need'],
  [/\bpress(?:es|ed)? (?:a|the) (?:button|link)\b/i, 'click, activate'],
];
