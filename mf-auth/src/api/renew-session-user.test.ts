import { clearSession, getSession, onSessionChange } from '@solvent/store';
import { buildUser, signInAs } from '@solvent/testing/factories';
import { renewSessionUser } from './account.ts';

const answerAbout = (id: string, name: string) => {
  const { token: _token, ...user } = buildUser({ _id: id, name });
  return user;
};

describe('the stored user, after an answer', () => {
  beforeEach(() => void signInAs({ _id: 'ada', name: 'Ada Park', token: 'kept' }));
  afterEach(() => clearSession());

  it('is renewed and keeps its token', () => {
    renewSessionUser(answerAbout('ada', 'Ada Lovelace'));
    expect(getSession().userData).toMatchObject({ name: 'Ada Lovelace', token: 'kept' });
  });

  it('is left alone by an answer that says nothing new', () => {
    const changes: unknown[] = [];
    const stop = onSessionChange((now) => changes.push(now));
    renewSessionUser(answerAbout('ada', 'Ada Park'));
    stop();
    expect(changes).toEqual([]);
  });

  it('is never somebody else', () => {
    renewSessionUser(answerAbout('eve', 'Eve'));
    expect(getSession().userData?._id).toBe('ada');
  });

  it('stays gone after signing out', () => {
    clearSession();
    renewSessionUser(answerAbout('ada', 'Ada Lovelace'));
    expect(getSession().isLogin).toBe(false);
  });
});
