/** @jest-environment node */
import { messagesByField } from '../testing/messages-by-field.ts';
import { updateProfileRules } from './accounts.ts';
import { isImpersonating } from './impersonation.ts';

describe('a name that impersonates (product 5.23)', () => {
  it.each([
    'Solvent',
    'Solvent Team',
    'SolventTeam',
    'The Solvent Team',
    'xSolvent Team',
    'GetSolvent Support',
    'solvent-support',
    'S O L V E N T',
    'Ada from Solvent',
    'Official Solvent 24',
    'Admin',
    'admin 1',
    'admin42',
    'ADMINISTRATOR',
    'Site Admin',
    'Customer Support',
    'Support Agent',
    'The Admins',
    'Moderators',
    'System',
    'Deleted user',
    'DeletedUser',
    'Deleted  User',
    'deleted account 7',
  ])('is %s', (name) => expect(isImpersonating(name)).toBe(true));

  it.each([
    ['Cyrillic letters', 'Ѕоlvеnt Теаm'],
    ['Greek capitals', 'ΑDΜΙΝ'],
    ['Armenian letters', 'Տօlvent'],
    ['Lisu letters', 'ꓢꓳꓡꓦꓰꓠꓔ ꓔꓰꓮꓟ'],
    ['Cherokee letters', 'ᏚᎾᏞᏙᎬɴᎢ'],
    ['Coptic and Canadian letters', 'ᗅᗪⲘⲒⲚ'],
    ['small capitals', 'ꜱᴏʟᴠᴇɴᴛ'],
    ['letters of several scripts', 'Ꮪ౦ꓡᏙеոт'],
    ['digits', '5olv3nt te4m'],
    ['a one for an l', 'So1vent'],
    ['an l for an i', 'admln'],
    ['two letters for one', 'adrnin'],
    ['fullwidth letters', 'Ｄｅｌｅｔｅｄ ｕｓｅｒ'],
    ['letters of mathematics', '𝐒𝐨𝐥𝐯𝐞𝐧𝐭'],
    ['accents', 'Sólvènt Têam'],
    ['joiners that are not seen', 'Sol\u200Dvent'],
    ['dots within', 'a.d.m.i.n'],
  ])('is one spelled with %s', (_what, name) => expect(isImpersonating(name)).toBe(true));

  it.each([
    'Ada Lovelace',
    'Joe Root',
    'Adina Minor',
    'Rodolfo Insolvent',
    'Absolvent 2026',
    'Teamwork Thompson',
    'Steam Systems Ltd',
    'Delete User Data',
    'Moderato Cantabile',
    'Insolvent Theo',
    'Thế',
    'Леонид Солвен',
    'Елена Смирнова',
    'Тимур',
    'Ѕаша Ѕтефановски',
    'Νίκος Παπαδόπουλος',
    'Ρόζα',
    'Άννα Θωμά',
    'Տիգրան Սահակյան',
    'Նունե',
    'Օսան',
    'ꓡꓲ‐ꓢꓴ ꓑꓬ',
    'ꓐꓳ ꓔꓰ',
    'ᏍᏏᏉᏯ',
    'שרה לוי',
    'علي هاشم',
    'นภา',
    '山田太郎',
    '7',
    'X Æ A-12',
  ])('is not %s', (name) => expect(isImpersonating(name)).toBe(false));

  it('is refused under its field', () => {
    expect(messagesByField(updateProfileRules, { name: 'Solvent Team' })).toEqual({
      name: ["Choose another name: this one could be mistaken for Solvent's team or for a deleted account"],
    });
  });
});
