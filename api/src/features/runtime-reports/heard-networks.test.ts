import { heardNetworks } from './heard-networks.ts';

const candidate = { name: 'toolbox', version: '1.1.0', percent: 10, live: '1.0.0', since: new Date(0) };
const HOUR = 3_600_000;

let time = 0;
const networks = () => heardNetworks(() => time);
beforeEach(() => (time = 0));

it('one network is enough where nobody was heard from another', () => {
  const { hear, agree } = networks();
  hear('192.0.2.1');
  expect(agree(candidate, '192.0.2.1')).toBe(true);
});

it('all addresses of this machine are one network', () => {
  const { hear, agree } = networks();
  for (const ip of ['127.0.0.1', '::1', '::ffff:127.0.0.2']) hear(ip);
  expect(agree(candidate, '::1')).toBe(true);
});

it('two are needed where two are there, and one of them may be silent since', () => {
  const { hear, agree } = networks();
  hear('192.0.2.1');
  hear('192.0.2.2');
  expect(agree(candidate, '192.0.2.1')).toBe(false);
  expect(agree(candidate, '192.0.2.1')).toBe(false);
  expect(agree(candidate, '192.0.2.2')).toBe(true);
  expect(agree(candidate, '192.0.2.1')).toBe(true);
});

it('who was not heard for an hour is not there any more', () => {
  const { hear, agree } = networks();
  hear('192.0.2.1');
  time = HOUR;
  hear('192.0.2.2');
  expect(agree(candidate, '192.0.2.2')).toBe(true);
});

it('what was said of another canary, or of this one before it was stopped, does not count', () => {
  const { hear, agree } = networks();
  hear('192.0.2.1');
  hear('192.0.2.2');
  agree(candidate, '192.0.2.1');
  expect(agree({ ...candidate, name: 'auth' }, '192.0.2.2')).toBe(false);
  expect(agree({ ...candidate, since: new Date(1) }, '192.0.2.2')).toBe(false);
  expect(agree({ ...candidate, version: '1.2.0' }, '192.0.2.1')).toBe(false);
});
