import { MessageChannel } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { connectToEmbedded } from '../connect.ts';
import type { Connected } from '../connect.ts';
import { EmbeddedDatabase } from './client.ts';
import { EXTENSIONS, serveDatabase } from './serve.ts';

let embedded: EmbeddedDatabase;
let connected: Connected;
let channel: MessageChannel;

beforeAll(async () => {
  channel = new MessageChannel();
  serveDatabase(await PGlite.create({ extensions: EXTENSIONS }), channel.port2);
  embedded = new EmbeddedDatabase(channel.port1);
  await embedded.ready;
  connected = connectToEmbedded(embedded, () => {});
  await connected.pool.query('CREATE TABLE things (name text)');
}, 300_000);
afterAll(async () => {
  await connected.pool.end();
  await embedded.close();
  channel.port1.close();
});

describe('a connection to the embedded database', () => {
  it('leaves no settings and no open transaction when it breaks', async () => {
    const client = await connected.pool.connect();
    await client.query("SET application_name = 'changed'");
    await client.query('BEGIN');
    await client.query("INSERT INTO things VALUES ('half')");
    client.release(new Error('broken'));
    expect((await connected.pool.query('SELECT * FROM things')).rows).toEqual([]);
    const { rows } = await connected.pool.query<{ application_name: string }>('SHOW application_name');
    expect(rows[0]?.application_name).not.toBe('changed');
  });

  it('skips to the end of a batch after an error, as PostgreSQL does', async () => {
    await expect(connected.pool.query("SELECT 1; SELECT nonsense; INSERT INTO things VALUES ('after')")).rejects.toThrow(
      'nonsense',
    );
    await expect(connected.pool.query("INSERT INTO things SELECT 'after' || 1 / $1::int", [0])).rejects.toThrow('division');
    expect((await connected.pool.query('SELECT * FROM things')).rows).toEqual([]);
  });

  it('fails pending statements when the database crashes', async () => {
    const crashing = new MessageChannel();
    const crashed = new EmbeddedDatabase(crashing.port1);
    const { pool } = connectToEmbedded(crashed, () => {});
    const query = pool.query('SELECT 1');
    crashed.fail(new Error('The thread ended'));
    await expect(query).rejects.toThrow('The thread ended');
    crashing.port1.close();
    await pool.end();
  });
});
