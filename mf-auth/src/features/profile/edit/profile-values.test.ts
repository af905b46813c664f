import { buildUser } from '@solvent/testing/factories';
import { changedFields, createProfileDraft, getRules, buildUpdate, toProfileValues } from './profile-values.ts';

const base = toProfileValues(
  buildUser({ name: 'Ada Park', github: 'https://github.com/ada', website: 'https://ada.example', expertiseAreas: ['React'] }),
);

describe('buildUpdate', () => {
  it('contains only changed fields', () => {
    expect(buildUpdate(base, base)).toEqual({});
    expect(changedFields({ ...base, expertiseAreas: ['React'] }, base)).toEqual({});
    const changes = { headline: 'Fast pages', expertiseAreas: ['React', 'Rust'] };
    expect(buildUpdate({ ...base, ...changes }, base)).toEqual(changes);
    expect(buildUpdate({ ...base, website: '', github: '' }, base)).toEqual({ website: '', github: '' });
  });

  it('expands a user name and a bare host to URLs (product 5.6)', () => {
    expect(buildUpdate({ ...base, github: '@octocat', website: 'octo.example' }, base)).toEqual({
      github: 'https://github.com/octocat',
      website: 'https://octo.example',
    });
    expect(buildUpdate({ ...base, name: ' Ada Park ', github: 'ada', website: 'ada.example' }, base)).toEqual({});
  });

  it('requires areas of expertise for a solver but not for a seeker (product 5.6)', async () => {
    const without = { ...base, expertiseAreas: [] };
    await expect(getRules({ role: 'solver' }).validate(without)).rejects.toThrow('Please add at least one area of expertise');
    await expect(getRules({ role: 'seeker' }).validate(without)).resolves.toMatchObject({ expertiseAreas: [] });
  });
});

describe('the draft of a profile (product 3.2, 10.12)', () => {
  const KEY = 'solvent.draft.profile.ada';
  beforeEach(() => sessionStorage.clear());

  it('is stored in this tab for one user until it is cleared', () => {
    const draft = { headline: 'Fast pages', expertiseAreas: ['Rust'] };
    createProfileDraft('ada').write(draft);
    expect(createProfileDraft('ada').read()).toEqual(draft);
    expect(createProfileDraft('eve').read()).toEqual({});
    createProfileDraft('ada').clear();
    expect(sessionStorage.getItem(KEY)).toBeNull();
  });

  it.each([
    ['invalid JSON', '{', {}],
    ['null', 'null', {}],
    ['another type', '"bio"', {}],
    ['fields of other types', '{"name":7,"bio":null,"role":"seeker"}', {}],
    ['a list with other types', '{"expertiseAreas":["React",7,null]}', { expertiseAreas: ['React'] }],
  ])('ignores %s', (_what, saved, expected) => {
    sessionStorage.setItem(KEY, saved);
    expect(createProfileDraft('ada').read()).toEqual(expected);
  });
});
