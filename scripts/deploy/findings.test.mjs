import { openFiles } from './files.mjs';
import { findReferenceErrors, findSchemaErrors, findYamlErrors } from './findings.mjs';

const COMPOSE = 'deploy/compose.yaml';
const DOCKERFILE = 'deploy/Dockerfile';
const WEB = 'deploy/kubernetes/base/web.yaml';
const SECRETS = 'deploy/kubernetes/overlays/production/secrets.yaml';
const REMOTE = '.github/workflows/remote.yml';

/** Injects mistakes into the files. @param {[path: string, text: string, replacement: string][]} mistakes */
function injectMistakes(...mistakes) {
  const files = openFiles();
  const changed = {};
  for (const [path, text, other] of mistakes) {
    const before = changed[path] ?? files.read(path);
    if (!before.includes(text)) throw new Error(`${path} has no "${text}" to replace.`);
    changed[path] = before.replaceAll(text, other);
  }
  return openFiles(changed);
}

const includeMatch = (expected) => expect.arrayContaining([expect.stringMatching(expected)]);

it('finds invalid YAML', () => {
  expect(findYamlErrors(injectMistakes([COMPOSE, 'name: solvent\n', 'name: [solvent\n']))).toEqual(
    includeMatch(/^deploy\/compose\.yaml /),
  );
});

it.each([
  [
    'Compose, Docker, workflows and operators',
    [
      [COMPOSE, 'restart: unless-stopped', 'restrat: unless-stopped', /compose\.yaml:\d+ .*additional/i],
      [DOCKERFILE, 'USER 10001', 'USR 10001', /Dockerfile:\d+ Unknown instruction: USR/],
      [SECRETS, 'remoteRef:', 'remoteReference:', /ExternalSecret solvent-secrets: .*remoteRef/],
      [REMOTE, 'timeout-minutes', 'timeout-minuts', /remote\.yml:\d+ unexpected key "timeout-minuts"/],
    ],
  ],
  ['Kubernetes', [[WEB, 'readOnlyRootFilesystem', 'readOnlyRootFilesytem', /Deployment solvent-web: .*readOnlyRootFilesytem/]]],
])('finds mistakes by the schemas of %s', async (_what, mistakes) => {
  const findings = await findSchemaErrors(injectMistakes(...mistakes));
  for (const [, , , expected] of mistakes) expect(findings).toEqual(includeMatch(expected));
});

it.each([
  [
    'a mount of a missing folder',
    COMPOSE,
    './nginx/locations',
    './nginx/places',
    /names deploy\/nginx\/places, which is not there/,
  ],
  ['a setting', WEB, 'name: ROLE', 'name: ROLLE', /web\.yaml sets ROLLE, which no program reads/],
  ['a secret', SECRETS, 'secretKey: REDIS_URL', 'secretKey: REDIS_URI', /secrets\.yaml sets REDIS_URI, which no program reads/],
  [
    'a program',
    DOCKERFILE,
    'api/dist/main.js',
    'api/dist/server.js',
    /Dockerfile runs api\/dist\/server\.js, which is not built/,
  ],
  ['a command of the operator', COMPOSE, "'migrate'", "'migrations'", /runs the command "solvent migrations"/],
  ['an action by a tag', REMOTE, 'actions/cache@', 'actions/cache@v', /actions\/cache@v.* is not pinned: write its commit/],
  ['a script', '.github/workflows/nightly.yml', 'pnpm build', 'pnpm bild', /runs the script "bild"/],
  [
    'an address without a server',
    COMPOSE,
    'server 172.30.19.22:3000',
    'server 172.30.19.23:3000',
    /sends people to 172\.30\.19\.23:3000/,
  ],
  ['a port', WEB, 'containerPort: 3000', 'containerPort: 3001', /web\.yaml asks another port/],
  ['a health address', WEB, '/api/health/ready', '/api/health/redy', /asks \/api\/health\/redy/],
  [
    'a server that is killed while it drains',
    WEB,
    'terminationGracePeriodSeconds: 75',
    'terminationGracePeriodSeconds: 30',
    /gives a server 30 s to stop, which takes 15 \+ 53 s/,
  ],
])('finds %s that is wrong', (_what, path, text, other, expected) => {
  expect(findReferenceErrors(injectMistakes([path, text, other]))).toEqual(includeMatch(expected));
});
