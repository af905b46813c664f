import { openTestDatabase } from '../../testing/test-database.ts';
import { createQueue, testJobs } from '../../testing/test-jobs.ts';
import { getSpanPath, startTraceReceiver } from '../../testing/trace-receiver.ts';
import { defineJob } from '../jobs/job.ts';
import { createLogger } from '../log.ts';
import { startOpenTelemetry } from './otel.ts';
import { withSpan, setTracer } from './tracing.ts';

const told = defineJob<{ whom: string }>('test-told');

it('a job goes on with the trace that it was added in, whoever does it, and is of its own where there was none', async () => {
  const receiver = await startTraceReceiver();
  const settings = { endpoint: receiver.endpoint, serviceName: 'test', ratio: 1 };
  const tracer = await startOpenTelemetry(settings, createLogger({ logLevel: 'silent' }));
  setTracer(tracer);
  const database = await openTestDatabase();
  await createQueue(database.db, told.name);
  const [one, other] = [testJobs(database.db), testJobs(database.db)];
  const done: string[] = [];
  other.handle(told, async ({ whom }) => done.push(whom));

  await withSpan({ name: 'request', kind: 'server' }, undefined, () => one.add(database.db, told, { whom: 'them' }));
  await one.add(database.db, told, { whom: 'nobody' });
  await other.runAll();
  await tracer.close();

  expect(done.toSorted()).toEqual(['nobody', 'them']);
  const jobs = receiver.spans.filter(({ name }) => name === 'job test-told');
  const paths = jobs.map((span) => getSpanPath(span, receiver.spans).join(' > '));
  expect(paths.toSorted()).toEqual(['job test-told', 'request > job test-told']);
  expect(new Set(jobs.map(({ traceId }) => traceId)).size).toBe(2);

  setTracer(undefined);
  await Promise.all([one.close(), other.close()]);
  await database.close();
  await receiver.close();
});
