import { buildUser } from '@solvent/testing/factories';
import { changedFields, rulesFor, updateOf, valuesOf } from './profile-values.ts';

const base = valuesOf(
  buildUser({ name: 'Ada Park', github: 'https://github.com/ada', website: 'https://ada.example', expertiseAreas: ['React'] }),
);

describe('what is sent of a changed profile', () => {
  it('is nothing when nothing changed', () => {
    expect(updateOf(base, base)).toEqual({});
    expect(changedFields({ ...base, expertiseAreas: ['React'] }, base)).toEqual({});
  });

  it('is what changed alone', () => {
    expect(updateOf({ ...base, headline: 'Fast pages', expertiseAreas: ['React', 'Rust'] }, base)).toEqual({
      headline: 'Fast pages',
      expertiseAreas: ['React', 'Rust'],
    });
  });

  it('is the address that a user name or a bare host stands for', () => {
    expect(updateOf({ ...base, github: '@octocat', website: 'octo.example' }, base)).toEqual({
      github: 'https://github.com/octocat',
      website: 'https://octo.example',
    });
  });

  it('is nothing where another spelling means the same', () => {
    expect(updateOf({ ...base, name: ' Ada Park ', github: 'ada', website: 'ada.example' }, base)).toEqual({});
  });

  it('is an empty text where one was removed', () => {
    expect(updateOf({ ...base, website: '', github: '' }, base)).toEqual({ website: '', github: '' });
  });
});

describe('areas of expertise', () => {
  const without = { ...base, expertiseAreas: [] };

  it('cannot be empty for a solver', async () => {
    await expect(rulesFor({ role: 'solver' }).validate(without)).rejects.toThrow('Please add at least one area of expertise');
  });

  it('can be empty for a seeker', async () => {
    await expect(rulesFor({ role: 'seeker' }).validate(without)).resolves.toMatchObject({ expertiseAreas: [] });
  });
});
