import { Registry } from 'prom-client';
import { deployment } from '../../schema/index.ts';
import { openTestDatabase } from '../../testing/test-database.ts';
import { advanceTime, testJobs } from '../../testing/test-jobs.ts';
import type { Database } from '../db/database.ts';
import { newId } from '../db/new-id.ts';
import { outbox } from '../schema.ts';
import { backlogGauges } from './backlog.ts';
import { defineJob } from './job.ts';
import { addJobWithoutWake } from './jobs.ts';

const push = defineJob<{ notificationId: string }>('push');

let database: Database;
const registry = new Registry();
beforeAll(async () => {
  database = await openTestDatabase();
  for (const gauge of backlogGauges(database.db)) registry.registerMetric(gauge);
});

it('exports the number of jobs by queue and state, and the age of events', async () => {
  const { db } = database;
  for (let count = 0; count < 3; count += 1)
    await addJobWithoutWake(db, push, { notificationId: newId() }, { singletonKey: `${count}` });
  await advanceTime(db, 1);
  const none = await registry.metrics();
  expect(none).toContain('solvent_jobs{queue="push",state="created"} 3');
  expect(none).toContain('solvent_jobs{queue="push",state="failed"} 0');
  expect(none).toContain('solvent_jobs{queue="contact-mail",state="active"} 0');
  expect(none).toContain('solvent_outbox_waiting 0');
  expect(none).toContain('solvent_outbox_oldest_seconds 0');
  const event = { id: '01900000-0000-7000-8000-000000000000', topic: 'notified', payload: {}, dueAt: new Date() };
  await db.insert(outbox).values([event, { ...event, id: newId() }]);
  const some = await registry.metrics();
  expect(some).toContain('solvent_outbox_waiting 2');
  expect(Number(/^solvent_outbox_oldest_seconds (\S+)$/m.exec(some)?.[1])).toBeGreaterThan(3600);
});

it('exports how long a job has been failing', async () => {
  const jobs = testJobs(database.db);
  const none = await registry.metrics();
  expect(none).toContain('solvent_jobs_failing_seconds{queue="push"} 0');
  jobs.handle(push, async () => {
    throw new Error('The provider is down');
  });
  await jobs.runAll();
  await jobs.close();
  const some = await registry.metrics();
  expect(Number(/^solvent_jobs_failing_seconds\{queue="push"\} (\S+)$/m.exec(some)?.[1])).toBeGreaterThan(0);
  expect(some).toContain('solvent_jobs_failing_seconds{queue="contact-mail"} 0');
});

it('exports the time of the last successful backup, and 0 before the first', async () => {
  const readTimestamp = async () => /^solvent_last_backup_timestamp_seconds (\S+)$/m.exec(await registry.metrics())?.[1];
  expect(await readTimestamp()).toBe('0');
  await database.db.update(deployment).set({ lastBackupAt: new Date('2026-11-26T07:01:07Z') });
  expect(Number(await readTimestamp())).toBe(Date.parse('2026-11-26T07:01:07Z') / 1000);
});

it('exports no such metrics while the database is down', async () => {
  await database.close();
  const text = await registry.metrics();
  expect(text).toContain('# TYPE solvent_outbox_waiting gauge');
  expect(text).not.toMatch(/^solvent_/m);
});
