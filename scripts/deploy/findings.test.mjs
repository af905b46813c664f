import { openFiles } from './files.mjs';
import { referenceFindings, schemaFindings, yamlFindings } from './findings.mjs';

const COMPOSE = 'deploy/compose.yaml';
const DOCKERFILE = 'deploy/Dockerfile';
const WEB = 'deploy/kubernetes/base/web.yaml';
const SECRETS = 'deploy/kubernetes/overlays/production/secrets.yaml';
const REMOTE = '.github/workflows/remote.yml';
const UNIT = 'deploy/systemd/solvent.service';

/** The files with another text in place of one that a file has. */
function filesWith(path, text, other) {
  const before = openFiles().read(path);
  if (!before.includes(text)) throw new Error(`${path} has no "${text}" to plant a mistake in`);
  return openFiles({ [path]: before.replaceAll(text, other) });
}

const someLike = (expected) => expect.arrayContaining([expect.stringMatching(expected)]);

it('finds a file that is no YAML', () => {
  expect(yamlFindings(filesWith(COMPOSE, 'name: solvent\n', 'name: [solvent\n'))).toEqual(someLike(/^deploy\/compose\.yaml /));
});

it.each([
  ['a key of Compose', COMPOSE, 'restart: unless-stopped', 'restrat: unless-stopped', /compose\.yaml:\d+ .*additional/i],
  [
    'a condition of Compose',
    COMPOSE,
    'condition: service_healthy',
    'condition: service_well',
    /compose\.yaml:\d+ .*\/services\/edge\/depends_on/,
  ],
  ['an instruction of Docker', DOCKERFILE, 'USER 10001', 'USR 10001', /Dockerfile:\d+ Unknown instruction: USR/],
  ['a flag of Docker', DOCKERFILE, '--start-period', '--begin-period', /Dockerfile:\d+ Unknown flag: begin-period/],
  [
    'a field of Kubernetes',
    WEB,
    'readOnlyRootFilesystem',
    'readOnlyRootFilesytem',
    /web\.yaml Deployment solvent-web: .*readOnlyRootFilesytem/,
  ],
  [
    'a value of Kubernetes',
    WEB,
    'revisionHistoryLimit: 5',
    'revisionHistoryLimit: five',
    /web\.yaml Deployment solvent-web: .*must be integer/,
  ],
  ['a kind of Kubernetes', WEB, 'kind: Deployment', 'kind: Deploymnt', /apps\/v1 has no kind Deploymnt/],
  ['a field of an operator', SECRETS, 'remoteRef:', 'remoteReference:', /ExternalSecret solvent-secrets: .*remoteRef/],
  ['a key of a workflow', REMOTE, 'timeout-minutes', 'timeout-minuts', /remote\.yml:\d+ unexpected key "timeout-minuts"/],
  ['an expression of a workflow', REMOTE, 'matrix.remote', 'matrix.remotes', /remote\.yml:\d+ property "remotes" is not defined/],
])('finds a mistake in %s', async (_what, path, text, other, expected) => {
  expect(await schemaFindings(filesWith(path, text, other))).toEqual(someLike(expected));
});

it.each([
  [
    'a mount of what is not there',
    COMPOSE,
    './nginx/locations',
    './nginx/places',
    /names deploy\/nginx\/places, which is not there/,
  ],
  ['a copy of what is not there', DOCKERFILE, 'COPY patches', 'COPY patch', /Dockerfile names patch, which is not there/],
  [
    'a resource that is not there',
    'deploy/kubernetes/base/kustomization.yaml',
    '- web.yaml',
    '- wep.yaml',
    /names deploy\/kubernetes\/base\/wep\.yaml/,
  ],
  ['a setting', WEB, 'name: ROLE', 'name: ROLLE', /web\.yaml sets ROLLE, which no program reads/],
  ['a setting of a unit', UNIT, 'DATA_DIR=', 'DATA_FOLDER=', /solvent\.service sets DATA_FOLDER, which no program reads/],
  ['a secret', SECRETS, 'secretKey: REDIS_URL', 'secretKey: REDIS_URI', /secrets\.yaml sets REDIS_URI, which no program reads/],
  [
    'a variable of Compose',
    COMPOSE,
    '${PUBLIC_URL',
    '${PUBLIC_URI',
    /reads PUBLIC_URI, which deploy\/example\.env does not name/,
  ],
  ['an argument of the image', COMPOSE, 'REVISION: ', 'REVISON: ', /Dockerfile takes no argument REVISON/],
  ['what nginx is given', COMPOSE, 'SOLVENT_NAMES', 'SOLVENT_NAME', /gives the edge no SOLVENT_NAMES/],
  [
    'a program',
    DOCKERFILE,
    'api/dist/main.js',
    'api/dist/server.js',
    /Dockerfile runs api\/dist\/server\.js, which is not built/,
  ],
  ['a command of the operator', COMPOSE, "'migrate'", "'migrations'", /runs the command "solvent migrations"/],
  ['a command of delivery', REMOTE, 'pnpm delivery publish', 'pnpm delivery release', /runs the command "delivery release"/],
  ['a script', '.github/workflows/nightly.yml', 'pnpm build', 'pnpm bild', /runs the script "bild"/],
  ['a file that is run', DOCKERFILE, 'scripts/build.mjs', 'scripts/make.mjs', /runs scripts\/make\.mjs, which is not there/],
  [
    'a server that is nowhere',
    COMPOSE,
    'server 172.30.19.22:3000',
    'server 172.30.19.23:3000',
    /sends people to 172\.30\.19\.23:3000/,
  ],
  ['a port', WEB, 'containerPort: 3000', 'containerPort: 3001', /web\.yaml asks another port/],
  ['an address of health', WEB, '/api/health/ready', '/api/health/redy', /asks \/api\/health\/redy/],
  ['a proxy that is trusted', COMPOSE, 'TRUST_PROXY: 172.30.19.10', 'TRUST_PROXY: 172.30.19.11', /trusts another proxy/],
  ['a version', DOCKERFILE, 'ARG VERSION=1', 'ARG VERSION=9', /of another version/],
  [
    'a secret that nobody makes',
    WEB,
    'name: solvent-secrets',
    'name: solvent-secret',
    /names solvent-secret, which there is none of/,
  ],
  [
    'a deployment that nobody makes',
    'deploy/kubernetes/base/web-scaling.yaml',
    'name: solvent-web\n  minReplicas',
    'name: solvent-wep\n  minReplicas',
    /names solvent-wep/,
  ],
  [
    'a server that is killed while it drains',
    WEB,
    'terminationGracePeriodSeconds: 75',
    'terminationGracePeriodSeconds: 30',
    /gives a server 30 s to stop, which takes 15 \+ 53 s/,
  ],
])('finds %s that is wrong', (_what, path, text, other, expected) => {
  expect(referenceFindings(filesWith(path, text, other))).toEqual(someLike(expected));
});
