/** @jest-environment node */
import { checkRemote } from '@solvent/testing/check-remote';
import description from '../remote.json' with { type: 'json' };
import remote from './remote.tsx';

describe('the auth remote', () => {
  checkRemote(remote, description);
});
