import type { IncomingHttpHeaders } from 'node:http';
import { isLocalRequest, isLoopback } from './local-request.ts';

const asked = (headers: IncomingHttpHeaders, remoteAddress: string | undefined = '127.0.0.1') =>
  isLocalRequest({ headers, socket: { remoteAddress } });

it.each(['localhost', 'localhost:3000', 'LOCALHOST:3000', '127.0.0.1:3000', '[::1]', '[::1]:9099'])(
  'a request for %s is one for this machine',
  (host) => {
    expect(asked({ host })).toBe(true);
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
])('a request for "%s" is not, whatever a proxy says', (host) => {
  expect(asked({ host })).toBe(false);
  expect(asked({ host, 'x-forwarded-host': 'localhost' })).toBe(false);
});

it('nor is one without a host, or one that a proxy passed on', () => {
  expect(asked({})).toBe(false);
  expect(asked({ host: 'localhost:3000', 'x-forwarded-for': '192.0.2.1' })).toBe(false);
  expect(asked({ host: 'localhost:3000', 'x-forwarded-host': 'solvent.example' })).toBe(false);
});

it.each([
  ['http://localhost:3000', true],
  ['http://127.0.0.1:9099', true],
  ['https://evil.example', false],
  ['http://localhost.evil.example', false],
  ['null', false],
])('one from a page of %s: %s', (origin, expected) => {
  expect(asked({ host: 'localhost:3000', origin })).toBe(expected);
});

it.each([
  ['127.0.0.1', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['192.168.1.7', false],
  ['::ffff:192.168.1.7', false],
  ['', false],
])('one of a peer at %s: %s', (remoteAddress, expected) => {
  expect(asked({ host: 'localhost:3000' }, remoteAddress)).toBe(expected);
});

describe('isLoopback', () => {
  it.each(['127.0.0.1', '127.8.9.10', '::1', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1', '::ffff:7f00:1'])('is %s', (ip) => {
    expect(isLoopback(ip)).toBe(true);
  });

  it.each(['128.0.0.1', '0.0.0.0', '::', '::2', '::ffff:10.0.0.1', '::127.0.0.1', '127.1', '0177.0.0.1', 'localhost', ''])(
    'is not %s',
    (ip) => {
      expect(isLoopback(ip)).toBe(false);
    },
  );
});
