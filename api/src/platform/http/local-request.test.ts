import type { IncomingHttpHeaders } from 'node:http';
import { isLocalRequest, isLoopback } from './local-request.ts';

const isLocal = (headers: IncomingHttpHeaders, remoteAddress: string | undefined = '127.0.0.1') =>
  isLocalRequest({ headers, socket: { remoteAddress } });

it.each(['localhost', 'localhost:3000', 'LOCALHOST:3000', '127.0.0.1:3000', '[::1]', '[::1]:9099'])(
  'a request for %s is local',
  (host) => {
    expect(isLocal({ host })).toBe(true);
  },
);

it.each([
  'evil.example',
  'localhost.evil.example',
  'evil.example:3000',
  '127.0.0.1.evil.example',
  '192.168.1.5:3000',
  '0.0.0.0:3000',
  'evil.example@localhost',
  'localhost/@evil.example',
  'localhost:3000, evil.example',
  '',
])('a request for "%s" is not local, even with proxy headers', (host) => {
  expect(isLocal({ host })).toBe(false);
  expect(isLocal({ host, 'x-forwarded-host': 'localhost' })).toBe(false);
});

it('a request without a host, or through a proxy, is not local', () => {
  expect(isLocal({})).toBe(false);
  expect(isLocal({ host: 'localhost:3000', 'x-forwarded-for': '192.0.2.1' })).toBe(false);
  expect(isLocal({ host: 'localhost:3000', 'x-forwarded-host': 'solvent.example' })).toBe(false);
});

it.each([
  ['http://localhost:3000', true],
  ['http://127.0.0.1:9099', true],
  ['https://evil.example', false],
  ['http://localhost.evil.example', false],
  ['null', false],
])('a request with the origin %s: %s', (origin, expected) => {
  expect(isLocal({ host: 'localhost:3000', origin })).toBe(expected);
});

it.each([
  ['127.0.0.1', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['192.168.1.7', false],
  ['::ffff:192.168.1.7', false],
  ['', false],
])('a request from the address %s: %s', (remoteAddress, expected) => {
  expect(isLocal({ host: 'localhost:3000' }, remoteAddress)).toBe(expected);
});

describe('isLoopback', () => {
  it.each(['127.0.0.1', '127.8.9.10', '::1', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1', '::ffff:7f00:1'])('accepts %s', (ip) => {
    expect(isLoopback(ip)).toBe(true);
  });

  it.each(['128.0.0.1', '0.0.0.0', '::', '::2', '::ffff:10.0.0.1', '::127.0.0.1', '127.1', '0177.0.0.1', 'localhost', ''])(
    'rejects %s',
    (ip) => {
      expect(isLoopback(ip)).toBe(false);
    },
  );
});
