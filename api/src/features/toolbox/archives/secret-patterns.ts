/** What a secret looks like in a text, and what its author is told. No pattern goes back over what it has read. */
interface SecretPattern {
  pattern: RegExp;
  what: string;
}

/** Words of examples, which are secrets of nobody. */
const EXAMPLE = /example|placeholder|your[-_]|xxxx|changeme|<[a-z_-]+>/i;
/** A whole value of a `.env` file that only shows where the real one belongs: a password may contain a word of examples. */
const EXAMPLE_VALUE = /^(?:your[-_].*|<.*>|x{4,}|(?:example|placeholder|change-?me)(?:[-_][a-z]+)*)$/i;

const PATTERNS: readonly SecretPattern[] = [
  { pattern: /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g, what: 'a private key' },
  { pattern: /(?<![A-Z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Z0-9])/g, what: 'an access key of AWS' },
  {
    pattern: /aws_?secret_?(?:access_?)?key["']?[ \t]{0,9}[:=][ \t]{0,9}["']?[a-z0-9/+]{40}(?![a-z0-9/+])/gi,
    what: 'a secret access key of AWS',
  },
  { pattern: /(?<!\w)(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_\w{50})/g, what: 'a token of GitHub' },
  { pattern: /(?<![\w-])glpat-[\w-]{20}/g, what: 'a token of GitLab' },
  { pattern: /(?<!\w)npm_[A-Za-z0-9]{36}/g, what: 'a token of npm' },
  { pattern: /(?<![\w-])xox[abeoprs]-[\w-]{20}/g, what: 'a token of Slack' },
  { pattern: /(?<!\w)[rs]k_live_[A-Za-z0-9]{16}/g, what: 'a live key of Stripe' },
  { pattern: /(?<![\w-])AIza[\w-]{35}(?![\w-])/g, what: 'a key of Google' },
  { pattern: /(?<![\w-])sk-(?:proj-|ant-)?[\w-]{40}/g, what: 'a key of an AI service' },
  { pattern: /(?<![\w-])SG\.[\w-]{22}\.[\w-]{43}/g, what: 'a key of SendGrid' },
  { pattern: /(?<![\w-])eyJ[\w-]{10,2000}\.eyJ[\w-]{10,4000}\.[\w-]{20}/g, what: 'a signed token (JWT)' },
  // As npm and Yarn write them into their settings: a reference to a variable begins with `$`.
  {
    pattern: /(?:^|:)_(?:authToken|auth|password)=["']?[\w+/=.:-]{8}|\bnpmAuth(?:Token|Ident):[ \t]{0,9}["']?[\w+/=.:-]{8}/gm,
    what: 'a token of npm',
  },
  {
    pattern:
      /(?:https?|postgres(?:ql)?|mysql|mongodb(?:\+srv)?|rediss?|amqps?):\/\/[^\s:/@"']{0,80}:(?!(?:pass|password|pwd)@)[^\s/@"'${<]{3,200}@(?!localhost|127\.|(?:[\w-]{1,63}\.){0,5}example\.)/gi,
    what: 'an address with a password',
  },
];

/** `NAME=value` in a file of settings, where the name says that it is nobody's business. */
const SETTING =
  /^[ \t]{0,9}(?:export[ \t]{1,9})?([\w.-]{0,60}(?:SECRET|TOKEN|PASSWORD|PASSWD|PASS|PRIVATE|CREDENTIALS?|API_?KEY|ACCESS_?KEY|_KEY|DSN)[\w.-]{0,60})[ \t]{0,9}(?:=|:(?=[ \t]))(.{4,250})/gim;
const QUOTED = /^(["'`])((?:\\.|(?!\1).)*)/;
const VALUE_MIN = 4;

/** The value of a setting, without quotes or comment. Only a space and a `#` begin a comment. */
const readValue = (text: string): string => QUOTED.exec(text.trim())?.[2] ?? text.replace(/[ \t]#.*/, '').trim();

const found = (what: string) => `This looks like ${what}. Take it out, and make a new one: whoever had the file has it.`;

/** Something that should not be in a text: where it begins, and a sentence for the author that does not repeat it. */
interface FoundSecret {
  index: number;
  text: string;
}

function* settingsIn(text: string): Generator<FoundSecret> {
  for (const match of text.matchAll(SETTING)) {
    const [, name = '', written = ''] = match;
    const value = readValue(written);
    if (value.length >= VALUE_MIN && !EXAMPLE_VALUE.test(value))
      yield { index: match.index, text: found(`the value of ${name}`) };
  }
}

/**
 * What a text gives away, in order.
 * @param isSettings whether it is of a `.env` file, whose values are secrets by their names
 */
export function secretsIn(text: string, isSettings: boolean): FoundSecret[] {
  const secrets = PATTERNS.flatMap(({ pattern, what }) =>
    Array.from(text.matchAll(pattern))
      .filter(([match]) => !EXAMPLE.test(match))
      .map(({ index }) => ({ index, text: found(what) })),
  );
  if (isSettings) secrets.push(...settingsIn(text));
  return secrets.toSorted((one, other) => one.index - other.index);
}

/** Whether a path is that of a file of settings, and not of an example of one. */
export function isSettingsFile(path: string): boolean {
  const name = path.split('/').at(-1)?.toLowerCase() ?? '';
  return (
    /^\.env(?:rc)?(?:[._~-]|$)|\.env$/.test(name) &&
    !/(?:^|[._-])(?:example|sample|template|dist|defaults?)(?:\.env)?$/.test(name)
  );
}

/** What is said of a file of settings as a whole. */
export const SETTINGS_FILE =
  'This file holds the settings of one machine. Leave it out, and put a “.env.example” without values in its place.';
