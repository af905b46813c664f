import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../setup/root.mjs';
import { API_FAULTS } from './api.mjs';
import { CONTRACT_FAULTS } from './contracts.mjs';
import { FEDERATION_FAULTS } from './federation.mjs';
import { FRONT_END_FAULTS } from './front-ends.mjs';

const FAULTS = [...API_FAULTS, ...CONTRACT_FAULTS, ...FEDERATION_FAULTS, ...FRONT_END_FAULTS];

it.each(FAULTS)('$id replaces text that its file has once', ({ file, find }) => {
  expect(readFileSync(join(ROOT, file), 'utf8').split(find)).toHaveLength(2);
});
