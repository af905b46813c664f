import { WireSession } from './serve.ts';

function message(kind: string, body = ''): Buffer {
  const text = Buffer.from(body);
  const head = Buffer.alloc(5);
  head.write(kind);
  head.writeInt32BE(text.length + 4, 1);
  return Buffer.concat([head, text]);
}

/** The first message of a client: its length and version, without a kind. */
function startup(): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeInt32BE(8);
  bytes.writeInt32BE(196_608, 4);
  return bytes;
}

const PARSE = message('P', 'select 1');
const BIND = message('B');
const SYNC = message('S');
const QUERY = message('Q', 'select 1');

let ran: Buffer[];
let session: WireSession;
beforeEach(async () => {
  ran = [];
  session = new WireSession((messages) => {
    ran.push(Buffer.from(messages));
    return Promise.resolve(Uint8Array.of(ran.length));
  });
  await session.receive(startup());
});

describe('WireSession', () => {
  it('starts a session without a password', async () => {
    const response = await new WireSession(() => Promise.reject(new Error('Nothing to run'))).receive(startup());
    expect(String.fromCharCode(response?.[0] ?? 0)).toBe('R');
    expect(
      Buffer.from(response ?? [])
        .subarray(-6)
        .toString('latin1'),
    ).toBe('Z\0\0\0\u0005I');
  });

  it('waits for the complete first message', async () => {
    const slow = new WireSession(() => Promise.resolve(new Uint8Array()));
    expect(await slow.receive(startup().subarray(0, 3))).toBeUndefined();
    expect(await slow.receive(startup().subarray(3))).toBeDefined();
  });

  it('runs a batch as a whole when it is complete', async () => {
    expect(await session.receive(PARSE)).toBeUndefined();
    expect(await session.receive(BIND)).toBeUndefined();
    expect(await session.receive(SYNC)).toEqual(Uint8Array.of(1));
    expect(ran).toEqual([Buffer.concat([PARSE, BIND, SYNC])]);
  });

  it('accepts a message in pieces of any size', async () => {
    for (const byte of QUERY.subarray(0, -1)) expect(await session.receive(Uint8Array.of(byte))).toBeUndefined();
    await session.receive(QUERY.subarray(-1));
    expect(ran).toEqual([QUERY]);
  });

  it('runs complete messages and buffers the rest', async () => {
    await session.receive(Buffer.concat([QUERY, PARSE, BIND]));
    expect(ran).toEqual([QUERY]);
    await session.receive(SYNC);
    expect(ran[1]).toEqual(Buffer.concat([PARSE, BIND, SYNC]));
  });

  it('does not run a termination, but the messages before it', async () => {
    await session.receive(Buffer.concat([QUERY, message('X')]));
    expect(ran).toEqual([QUERY]);
  });
});
