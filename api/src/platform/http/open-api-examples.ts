import { isRecord } from './bounded-input.ts';

const ID = '01939f2e-4f6a-7c3d-8b21-5d0e9a7c4b10';

/** Texts of requests and responses by the name of their field. */
const TEXTS: Readonly<Record<string, string>> = {
  answer: 'Thank you. The next version fixes this.',
  bio: 'I make slow databases fast.',
  body: 'Since the last release, a retried job sends its invoice again. Please find the cause, fix it, and add a test.',
  changedAt: '2026-11-21T04:05:12.000Z',
  content: 'Does this also happen with a single worker?',
  country: 'DE',
  currentPassword: 'correct horse battery staple',
  demoUrl: 'https://example.com/demo',
  description: 'A queue that delivers each job once.',
  documentation: '# Install\n\nRun `npm install` in the folder of the module, then import it.',
  email: 'ada@example.com',
  headline: 'Database engineer',
  iban: 'GB33BUKB20201555555555',
  idToken: 'eyJhbGciOiJSUzI1NiJ9',
  link: 'https://example.com/pay',
  location: 'London',
  message: 'I have fixed this kind of error before. I will send a failing test first, and then the fix.',
  name: 'Ada Lovelace',
  newIdToken: 'eyJhbGciOiJSUzI1NiJ9',
  note: 'The fix and its test are in the attached patch.',
  oobCode: 'kU3mV9tB2xQ7',
  password: 'correct horse battery staple',
  reason: 'Your estimate is longer than we can wait.',
  repositoryUrl: 'https://github.com/ada/queue',
  subject: 'A question about fees',
  text: 'Clear, quick and careful work.',
  timeZone: 'Europe/London',
  title: 'Invoices are sent twice after a retry',
  view: 'The delivered patch does not contain the test that we agreed on.',
  website: 'https://example.com',
};

/** Words of lists by the name of their field. */
const LISTS: Readonly<Record<string, string>> = {
  tags: 'postgresql',
  expertiseAreas: 'PostgreSQL',
  techStack: 'TypeScript',
  links: 'https://github.com/ada/queue/pull/12',
};

const BY_FORMAT: Readonly<Record<string, string>> = {
  email: 'ada@example.com',
  uuid: ID,
  'date-time': '2026-11-21T04:05:12.000Z',
};

function buildText({ format, pattern }: Record<string, unknown>, name: string): string | undefined {
  if (typeof format === 'string' && format in BY_FORMAT) return BY_FORMAT[format];
  const matches = (text: string) => typeof pattern !== 'string' || new RegExp(pattern).test(text);
  // Ids of requests are described by their pattern.
  if (pattern !== undefined && matches(ID)) return ID;
  const text = TEXTS[name];
  return text !== undefined && matches(text) ? text : undefined;
}

/** Builds a value of a request's JSON schema. Optional texts without an example are left out. */
export function buildExample(schema: unknown, name = ''): unknown {
  if (!isRecord(schema)) return undefined;
  const { type, enum: values, items, properties, required, minimum, minItems } = schema;
  if (Array.isArray(values)) return values[0];
  switch (Array.isArray(type) ? type[0] : type) {
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return Math.max(typeof minimum === 'number' ? minimum : 1, 1);
    case 'array': {
      const item = LISTS[name] ?? buildExample(items, name);
      return item === undefined || (minItems === undefined && isRecord(items) && items['type'] === 'object') ? [] : [item];
    }
    case 'object': {
      const needed = new Set(Array.isArray(required) ? required : []);
      const fields = Object.entries(isRecord(properties) ? properties : {}).map(([field, inner]): [string, unknown] => {
        const value = buildExample(inner, field);
        return [field, value === undefined && needed.has(field) ? 'text' : value];
      });
      return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
    }
    default:
      return buildText(schema, name);
  }
}
