import { checkRemote } from '@solvent/testing';
import description from '../remote.json' with { type: 'json' };
import remote from './remote.tsx';

describe('the auth remote', () => {
  checkRemote(remote, description);
});
