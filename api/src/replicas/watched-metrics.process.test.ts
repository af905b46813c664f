import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '@solvent/setup/root';
import { flushRedis, getTestRedisUrl } from '../testing/redis.ts';
import { createReplica } from '../testing/replicas.ts';

const RULES = join(ROOT, 'deploy', 'prometheus', 'rules.yml');
const DASHBOARDS = join(ROOT, 'deploy', 'grafana', 'dashboards');

interface Dashboard {
  uid: string;
  panels: { id: number; title: string; targets: { expr: string }[]; gridPos: { x: number; w: number } }[];
}

const dashboards = readdirSync(DASHBOARDS).map((file) => JSON.parse(readFileSync(join(DASHBOARDS, file), 'utf8')) as Dashboard);
const expressions = [
  ...dashboards.flatMap(({ panels }) => panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))),
  ...[...readFileSync(RULES, 'utf8').matchAll(/expr: (.*)/g)].map(([, expression = '']) => expression),
];

/** Prometheus derives the names of a histogram's series from its name. */
const getMetricName = (name: string) => name.replace(/_(bucket|sum|count)$/, '');

it('dashboards and alerts ask for nothing that the server does not tell', async () => {
  await flushRedis();
  const server = await createReplica(getTestRedisUrl().href);
  const { body } = await server.app.app.inject('/metrics');
  await server.close();
  const exported = new Set([...body.matchAll(/^# TYPE (\S+) /gm)].map(([, name = '']) => name));
  const queried = new Set(expressions.flatMap((text) => text.match(/\b(?:solvent|nodejs|process)_[a-z0-9_]+\b/g) ?? []));
  expect(queried.size).toBeGreaterThan(30);
  const unknown = [...queried].filter((name) => !exported.has(name) && !exported.has(getMetricName(name)));
  expect(unknown).toEqual([]);
  // Unused metrics should be removed.
  const seen = new Set([...queried].map(getMetricName));
  const unseen = [...exported].filter((name) => name.startsWith('solvent_') && !seen.has(name) && !queried.has(name));
  expect(unseen).toEqual(['solvent_shared_work_running']);
});

it('dashboards have places and panels of their own', () => {
  expect(new Set(dashboards.map(({ uid }) => uid)).size).toBe(dashboards.length);
  for (const { panels } of dashboards) {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    for (const { title, gridPos, targets } of panels) {
      expect(title).not.toBe('');
      expect(targets.length).toBeGreaterThan(0);
      expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
    }
  }
});
