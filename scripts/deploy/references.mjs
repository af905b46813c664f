import { dirname, join, normalize } from 'node:path';
import { readYaml } from './files.mjs';

/** @typedef {import('./files.mjs').Files} Files */

const COMPOSE = 'deploy/compose.yaml';
const DOCKERFILE = 'deploy/Dockerfile';
const findAll = (text, pattern) => [...text.matchAll(pattern)].map(([, found]) => found);
const listUnknown = (names, known) => [...new Set(names)].filter((name) => !known.includes(name));

/** @param {Files} files */
const textsToCheck = (files) =>
  [
    COMPOSE,
    DOCKERFILE,
    ...files.list('deploy/kubernetes', /\.yaml$/),
    ...files.list('deploy/systemd', /\.service$/),
    ...files.list('.github/workflows', /\.ya?ml$/),
  ].map((path) => [path, files.read(path)]);

/** Checks the files that Docker, Compose and Kustomize read. @param {Files} files @returns {string[]} */
export function findMissingPaths(files) {
  const compose = readYaml(COMPOSE, files.read(COMPOSE)).values[0];
  const mounted = Object.values(compose.services).flatMap(({ volumes = [] }) => volumes.map((volume) => volume.split(':')[0]));
  const namedVolumes = compose.volumes ?? {};
  const volumes = mounted.filter((source) => !source.startsWith('/') && !(source in namedVolumes));
  const copied = findAll(files.read(DOCKERFILE), /^COPY (?!--from)(.*) \S+$/gm).flatMap((sources) => sources.split(' '));
  const kustomized = files.list('deploy/kubernetes', /kustomization\.yaml$/).flatMap((path) => {
    const { resources = [], patches = [], configMapGenerator = [] } = readYaml(path, files.read(path)).values[0];
    const paths = [...resources, ...patches.map((patch) => patch.path), ...configMapGenerator.flatMap(({ envs = [] }) => envs)];
    return paths.map((name) => [path, normalize(join(dirname(path), name))]);
  });
  return [
    ...volumes.map((source) => [COMPOSE, normalize(join('deploy', source))]),
    ...copied.map((source) => [DOCKERFILE, source]),
    ...kustomized,
  ]
    .filter(([, name]) => !files.has(name))
    .map(([path, name]) => `${path} names ${name}, which is not there`);
}

/** Checks the programs, commands and scripts that files run. @param {Files} files @returns {string[]} */
export function findUnknownPrograms(files) {
  const { scripts } = JSON.parse(files.read('package.json'));
  const commands = findAll(files.read('api/src/solvent.ts'), /^ {4}([a-z]+),$/gm);
  const entries = findAll(files.read('api/rspack.config.mjs'), /^\s+'?([\w-]+)'?: '\.\/src/gm);
  return textsToCheck(files).flatMap(([path, text]) => {
    const code = text.replaceAll(/^\s*#.*$/gm, '').replaceAll(/', '|",\s*"/g, ' ');
    const wrong = [
      ...listUnknown(findAll(code, /\bapi\/dist\/([\w-]+)\.js/g), entries).map(
        (name) => `api/dist/${name}.js, which is not built`,
      ),
      ...listUnknown(findAll(code, /\bapi\/dist\/solvent\.js ([\w-]+)/g), commands).map(
        (name) => `the command "solvent ${name}", which there is none of`,
      ),
      ...findAll(code, /(?<![/\w-])delivery(?:\/dist\/main\.js)? ([a-z]+)/g)
        .filter((name) => !files.has(`delivery/src/commands/${name}.ts`))
        .map((name) => `the command "delivery ${name}", which there is none of`),
      ...listUnknown(findAll(code, /\b(?:npx )?pnpm (?:run )?(?!--)([a-z][\w:-]*)/g), Object.keys(scripts)).map(
        (name) => `the script "${name}", which package.json has not`,
      ),
      ...findAll(code, /\b(?:node|bash) ((?:scripts\/|\.ci\/)[\w./-]+)/g)
        .filter((name) => !files.has(name))
        .map((name) => `${name}, which is not there`),
    ];
    return wrong.map((what) => `${path} runs ${what}`);
  });
}

/** Checks the variables of Compose and nginx, and the arguments of the image. @param {Files} files @returns {string[]} */
export function findVariableErrors(files) {
  const compose = files.read(COMPOSE);
  const usedVariables = findAll(compose, /(?<!\$)\$\{([A-Z_\d]+)/g);
  const describedVariables = findAll(files.read('deploy/example.env'), /^#? ?([A-Z_\d]+)=/gm);
  const dockerfile = findAll(files.read(DOCKERFILE), /^ARG ([A-Z_]+)/gm);
  const { services, 'x-solvent': image } = readYaml(COMPOSE, compose).values[0];
  const passedArguments = [
    ...Object.keys(image.build.args),
    ...files.list('.github/workflows', /\.ya?ml$/).flatMap((path) => findAll(files.read(path), /--build-arg ([A-Z_]+)=/g)),
  ];
  const edge = Object.keys(services.edge.environment);
  const templates = files.list('deploy/nginx', /(?:\/solvent|\/plain)\.conf\.template$|locations\/.*\.conf$/);
  const requested = templates.flatMap((path) => findAll(files.read(path), /\$\{(SOLVENT_\w+)\}/g));
  return [
    ...listUnknown(usedVariables, describedVariables).map(
      (name) => `${COMPOSE} reads ${name}, which deploy/example.env does not name`,
    ),
    ...listUnknown(describedVariables, usedVariables).map(
      (name) => `deploy/example.env names ${name}, which ${COMPOSE} does not read`,
    ),
    ...listUnknown(passedArguments, dockerfile).map((name) => `${DOCKERFILE} takes no argument ${name}`),
    ...listUnknown(requested, edge).map((name) => `${COMPOSE} gives the edge no ${name}, which deploy/nginx asks for`),
    ...listUnknown(edge, requested).map((name) => `${COMPOSE} gives the edge ${name}, which deploy/nginx does not ask for`),
  ];
}

/** Checks ports, addresses, health checks and the version. @param {Files} files @returns {string[]} */
export function findNumberErrors(files) {
  const dockerfile = files.read(DOCKERFILE);
  const [port] = findAll(dockerfile, /\bPORT=(\d+)/g);
  const health = files.read('api/src/features/site/health.ts');
  const { services } = readYaml(COMPOSE, files.read(COMPOSE)).values[0];
  const upstream = findAll(services.edge.environment.SOLVENT_SERVERS, /server (\S+:\d+)/g);
  const servers = Object.values(services).filter(({ environment }) => environment?.ROLE === 'web');
  const reached = servers.map(({ networks }) => `${networks.inside.ipv4_address}:${port}`);
  const pods = ['web', 'worker'].map((name) => `deploy/kubernetes/base/${name}.yaml`);
  const containers = pods.map((path) => [path, readYaml(path, files.read(path)).values[0].spec.template.spec.containers[0]]);
  const requested = textsToCheck(files).flatMap(([path, text]) =>
    findAll(text, /\/api(\/health\/[a-z]+)/g).map((name) => [path, name]),
  );
  const { version } = JSON.parse(files.read('package.json'));
  return [
    ...listUnknown(upstream, reached).map((address) => `${COMPOSE} sends people to ${address}, where no server is`),
    ...listUnknown(reached, upstream).map((address) => `${COMPOSE} sends nobody to the server ${address}`),
    ...containers
      .filter(([, { ports }]) => String(ports[0].containerPort) !== port)
      .map(([path]) => `${path} asks another port than ${DOCKERFILE} sets (${port})`),
    ...requested
      .filter(([, name]) => !health.includes(`'${name}'`))
      .map(([path, name]) => `${path} asks /api${name}, which the API has not`),
    ...(findAll(dockerfile, /^ARG VERSION=(.*)$/gm)[0] === version
      ? []
      : [`${DOCKERFILE} is of another version than package.json`]),
    ...(services.edge.networks.inside.ipv4_address === services['server-1'].environment.TRUST_PROXY
      ? []
      : [`${COMPOSE} trusts another proxy (TRUST_PROXY) than the edge`]),
  ];
}

/**
 * Checks the names by which Kubernetes resources refer to each other.
 *
 * @param {{ path: string, resource: object }[]} found all resources
 * @returns {string[]}
 */
export function findUnknownNames(found) {
  const listNames = (...kinds) =>
    found.filter(({ resource }) => kinds.includes(resource.kind)).map(({ resource }) => resource.metadata.name);
  const secrets = [
    ...listNames('Secret'),
    ...found.filter(({ resource }) => resource.kind === 'ExternalSecret').map(({ resource }) => resource.spec.target.name),
  ];
  const maps = listNames('ConfigMap');
  return found.flatMap(({ path, resource }) => {
    const pod = resource.spec?.template?.spec;
    const sources = pod?.containers.flatMap(({ envFrom = [] }) => envFrom) ?? [];
    const wrong = [
      ...listUnknown(
        sources.flatMap(({ secretRef }) => secretRef?.name ?? []),
        secrets,
      ),
      ...listUnknown(
        (pod?.volumes ?? []).flatMap(({ secret }) => secret?.secretName ?? []),
        secrets,
      ),
      ...listUnknown(
        sources.flatMap(({ configMapRef }) => configMapRef?.name ?? []),
        maps,
      ),
      ...listUnknown(pod ? [pod.serviceAccountName] : [], listNames('ServiceAccount')),
      ...listUnknown(
        (resource.kind === 'Ingress' ? resource.spec.rules : []).flatMap(({ http }) =>
          http.paths.map(({ backend }) => backend.service.name),
        ),
        listNames('Service'),
      ),
      ...listUnknown(
        resource.kind === 'HorizontalPodAutoscaler' ? [resource.spec.scaleTargetRef.name] : [],
        listNames('Deployment'),
      ),
    ];
    return wrong.map((name) => `${path} ${resource.kind} ${resource.metadata.name} names ${name}, which there is none of`);
  });
}
