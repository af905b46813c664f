import { profileDraft } from './profile-values.ts';

const keepDraft = (userId: string, draft: Parameters<ReturnType<typeof profileDraft>['write']>[0]) =>
  profileDraft(userId).write(draft);
const dropDraft = (userId: string) => profileDraft(userId).clear();
const readDraft = (userId: string) => {
  const draft = profileDraft(userId).read();
  return Object.keys(draft).length > 0 ? draft : null;
};

const KEY = 'solvent.draft.profile.ada';

describe('the draft of a profile', () => {
  beforeEach(() => sessionStorage.clear());

  it('is kept in this tab, for its person alone', () => {
    keepDraft('ada', { headline: 'Fast pages', expertiseAreas: ['Rust'] });
    expect(readDraft('ada')).toEqual({ headline: 'Fast pages', expertiseAreas: ['Rust'] });
    expect(readDraft('eve')).toBeNull();
  });

  it('is gone when dropped, and when nothing stands in it', () => {
    keepDraft('ada', { name: 'Ada' });
    dropDraft('ada');
    expect(sessionStorage.getItem(KEY)).toBeNull();
    keepDraft('ada', {});
    expect(readDraft('ada')).toBeNull();
  });

  it.each([
    ['no JSON', '{'],
    ['nothing', 'null'],
    ['another kind', '"bio"'],
    ['fields of other kinds', '{"name":7,"bio":null,"role":"seeker"}'],
  ])('of %s is none', (_what, saved) => {
    sessionStorage.setItem(KEY, saved);
    expect(readDraft('ada')).toBeNull();
  });

  it('has only the texts of its list', () => {
    sessionStorage.setItem(KEY, '{"expertiseAreas":["React",7,null]}');
    expect(readDraft('ada')).toEqual({ expertiseAreas: ['React'] });
  });
});
