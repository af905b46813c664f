import { buildZip } from '../../../testing/archives.ts';
import { createArchiveChecker } from '../../../testing/archive-checker.ts';

const { check, remove } = createArchiveChecker();
afterAll(remove);

const findings = async (files: Record<string, string | Buffer>) => check(await buildZip(files));

// Assembled, so that secret scanners do not report this file.
const PRIVATE = 'PRIVATE';
const LIVE = 'live';
const AWS = `AKIA${'QWER'.repeat(4)}`;
const KEY = `-----BEGIN RSA ${PRIVATE} KEY-----`;
const GITHUB = `ghp_${'a1B2'.repeat(9)}`;

describe('secrets in an archive', () => {
  it.each([
    ['a private key', KEY],
    ['a private key', `-----BEGIN ${PRIVATE} KEY-----`],
    ['an access key of AWS', `const key = '${AWS}';`],
    ['a secret access key of AWS', `aws_secret_access_key = ${'aB3/'.repeat(10)}`],
    ['a token of GitHub', `token: ${GITHUB}`],
    ['a token of npm', `//registry.npmjs.org/:_authToken=npm_${'aB3d'.repeat(9)}`],
    ['a live key of Stripe', `sk_${LIVE}_${'aB3d'.repeat(6)}`],
    ['a token of npm', '//registry.npmjs.org/:_authToken=2f6c1f0e-4b1c-4f64-9d0f-3d1b7c9a5e21'],
    ['a token of npm', '//npm.internal/:_password=aHVudGVyMjI='],
    ['a token of npm', "npmAuthToken: 'c0ffee00-4b1c-4f64-9d0f'"],
    ['an address with a password', 'postgres://shop:s3cr3t-word@db.internal:5432/shop'],
    ['an address with a password', 'url = https://ada:9f8e7d6c5b4a@github.com/ada/shop.git'],
    ['a signed token (JWT)', `eyJ${'a'.repeat(20)}.eyJ${'b'.repeat(20)}.${'c'.repeat(30)}`],
  ])('are reported with path and line, without their value: %s', async (what, line) => {
    expect(await findings({ 'src/a.ts': `one\ntwo\n  ${line}\nfour` })).toEqual([
      {
        path: 'src/a.ts',
        line: 3,
        text: `This looks like ${what}. Remove it and create a new one: anyone with the file can use it.`,
      },
    ]);
  });

  it('are found in .env files by their names, and the file itself is reported', async () => {
    const env = `PORT=3000\n# SESSION_TOKEN=commented\nexport SESSION_SECRET="hunter22"\nDB_PASSWORD=\nAPI_KEY=your-key-here\n`;
    const found = await findings({ 'app/.env.production': env });
    expect(found).toMatchObject([
      { line: 3, text: expect.stringContaining('the value of SESSION_SECRET') },
      { path: 'app/.env.production', line: null, text: expect.stringContaining('Leave it out') },
    ]);
    expect(JSON.stringify(found)).not.toContain('hunter22');
    expect(await findings({ '.env.example': env })).toEqual([]);
  });

  it.each([
    ['# in quotes', `DB_PASS='p#ssword'`],
    ['# at the start', 'JWT_SECRET="#k3yK3yk3y"'],
    ['# at the start, without quotes', 'JWT_SECRET=#k3yK3yk3y'],
    ['# inside', 'SMTP_PASS=abc#def123'],
    ['a word of examples inside', 'DB_PASSWORD=pw-example-91'],
    ['a space', 'DB_PASSWORD=a b c d e'],
    ['a quote inside', String.raw`DB_PASSWORD="p\"ssword"`],
    ['backticks', 'DB_PASSWORD=`p"ssw\'rd`'],
    ['a multi-line quote', 'DB_PASSWORD="hunter22\nmore"'],
    ['a colon', 'DB_PASSWORD: hunter22'],
    ['a name with dots', 'db.password=hunter22'],
  ])('are found in values of .env files with %s (product 4.17)', async (_what, line) => {
    expect((await findings({ '.env': `PORT=1\n${line}` }))[0]).toMatchObject({ path: '.env', line: 2 });
  });

  it.each([
    ['only a comment', 'API_KEY= # hunter22 is the old one'],
    ['an empty quote', 'API_KEY="" # hunter22'],
    ['an instruction', 'API_KEY=your-key-here # from the team'],
    ['an example', 'API_KEY="example-key"'],
    ['a placeholder in angle brackets', "API_KEY='<API key>'"],
    ['a row of x', 'API_KEY=xxxxxxxx'],
    ['an instruction to change it', 'API_KEY=change-me'],
  ])('are not found in values of .env files that are %s (product 4.17)', async (_what, line) => {
    expect(await findings({ '.env': line })).toMatchObject([{ path: '.env', line: null }]);
  });

  it.each(['.env~', '.env_prod', '.env-prod', '.ENV.local', 'app/prod.env', '.envrc', '.Env.sample.local'])(
    'are found in the settings file %s (product 4.17)',
    async (path) => {
      expect(await findings({ [path]: 'API_KEY=hunter22' })).toMatchObject([
        { path, line: 1 },
        { path, line: null },
      ]);
    },
  );

  it.each(['.env-example', '.env_sample', 'example.env', 'deploy/prod.example.env', '.envrc.template', 'env', 'vite-env.d.ts'])(
    'are not searched by name in %s, which is no settings file',
    async (path) => {
      expect(await findings({ [path]: 'API_KEY=hunter22' })).toEqual([]);
    },
  );

  it('are found in .npmrc without a registry', async () => {
    expect(await findings({ '.npmrc': 'color=true\n_auth=YWRhOmh1bnRlcjIy' })).toMatchObject([
      { path: '.npmrc', line: 2 },
      { path: '.npmrc', line: null },
    ]);
  });

  it.each([
    ['UTF-16 from PowerShell', Buffer.from('\uFEFFPORT=1\r\nAPI_KEY=hunter22\r\n', 'utf16le')],
    ['big-endian UTF-16', Buffer.from('\uFEFFPORT=1\nAPI_KEY=hunter22\n', 'utf16le').swap16()],
    ['UTF-8 with a byte order mark', Buffer.from('\uFEFF\nAPI_KEY=hunter22')],
  ])('are found in %s', async (_encoding, env) => {
    expect((await findings({ '.env': env }))[0]).toMatchObject({ path: '.env', line: 2 });
  });

  it('are found after a byte order mark', async () => {
    expect((await findings({ '.env': '\uFEFFAPI_KEY=hunter22' }))[0]).toMatchObject({ path: '.env', line: 1 });
  });

  it('may be in old versions of files: one finding per folder (product 4.17)', async () => {
    const packed = Buffer.from([0x78, 1, 0]);
    const found = await findings({ '.git/HEAD': 'x', '.git/objects/4b/825d': packed, '.git/objects/pack/a.pack': packed });
    const text = 'Old versions of your files may contain secrets that you removed. Leave this folder out.';
    expect(found).toEqual([
      { path: '.git/objects/4b/825d', line: 1, text },
      { path: '.git/', line: null, text },
    ]);
    expect(await findings({ '.git/HEAD': 'x' })).toMatchObject([{ path: '.git/', line: null }]);
    expect(await findings({ 'lib/.svn/pristine/ab/c.svn-base': 'x' })).toMatchObject([{ line: 1 }, { line: null }]);
  });

  it.each([
    ['.GIT/objects/4b/825d', '.GIT/'],
    ['lib/.Svn/pristine/ab/c.svn-base', 'lib/.Svn/'],
    ['x.git/objects/pack/a.pack', 'x.git/'],
    ['backup/X.Git/objects/4b/825d', 'backup/X.Git/'],
    [`backup/x/objects/4b/${'825d'.repeat(9)}ab`, 'backup/x/'],
    [`objects/pack/pack-${'825d'.repeat(10)}.pack`, 'objects/'],
  ])('may be in old versions of files in %s (product 4.17)', async (path, folder) => {
    expect(await findings({ [path]: 'x' })).toMatchObject([
      { path, line: 1 },
      { path: folder, line: null },
    ]);
  });

  it('are found anywhere in a long file, also across chunks', async () => {
    const files = Object.fromEntries(
      [0, 1, 16_380, 32_760, 65_530, 131_070].map((before) => [`${before}`, `\n${'x '.repeat(before / 2)} ${AWS} `]),
    );
    const found = await findings({ ...files, lines: `${'x\n'.repeat(100_000)}${AWS}` });
    expect(found.filter(({ line }) => line === 2)).toHaveLength(6);
    expect(found.at(-1)).toMatchObject({ path: 'lines', line: 100_001 });
  });

  it('are not reported for examples, binaries and similar words', async () => {
    expect(
      await findings({
        'docs.md': `AKIAIOSFODNN7EXAMPLE and postgres://user:password@localhost/db and mysql://\${USER}:\${PASSWORD}@host/db`,
        'setup.sh': 'echo "//registry.npmjs.org/:_authToken=${NPM_TOKEN}" > .npmrc',
        'client.py': 'self._password = password_of_user\n_auth = make_client()',
        'readme.md': 'https://user:password@host/path https://ada:s3cr3t-word@api.example.com http://localhost:3000/@scope',
        'public.pem': '-----BEGIN PUBLIC KEY-----',
        'program.bin': Buffer.concat([Buffer.from([0, 1, 2]), Buffer.from(AWS)]),
        'a.ts': `X${AWS}Y task-${'a'.repeat(50)}`,
      }),
    ).toEqual([]);
  });

  it('are reported once per line, at most fifty', async () => {
    expect(await findings({ a: `${AWS} ${AWS} ${GITHUB}` })).toHaveLength(1);
    const found = await findings({ a: `${AWS}\n`.repeat(200) });
    expect(found).toHaveLength(51);
    expect(found.at(-1)).toEqual({ path: 'a', line: null, text: 'Only the first 50 secrets are listed.' });
  });
});

it('lists secrets before files to leave out (product 4.17)', async () => {
  const files = Object.fromEntries(Array.from({ length: 80 }, (_, index) => [`${index}/.env`, 'PORT=1']));
  const found = await findings({ ...files, 'node_modules/a.js': '', 'node_modules/b.js': '', 'z.ts': AWS });
  expect(found).toHaveLength(52);
  expect(found[0]).toMatchObject({ path: 'z.ts', line: 1 });
});
