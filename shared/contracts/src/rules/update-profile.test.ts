/** @jest-environment node */
import { letters, messagesByField } from '../testing/messages-by-field.ts';
import { updateProfileRules } from './accounts.ts';

const getMessages = (body: object) => messagesByField(updateProfileRules, body);
const validate = (body: object) => updateProfileRules.validateSync(body, { stripUnknown: true });

describe('changing the profile (product 5.6, 9.11)', () => {
  it('keeps absent fields absent', () => {
    expect(validate({})).toEqual({});
  });

  it('accepts every field, trimmed', () => {
    const body = {
      name: ' Ada Park ',
      headline: ' Compilers ',
      bio: ' **Loud** and clear ',
      location: ' Oslo ',
      website: ' https://ada.example ',
      github: ' https://github.com/ada-park ',
      expertiseAreas: [' Rust '],
      image: '/api/files/01a1fc95-ef6f-7d45-9534-3c29a6ff569d',
    };
    expect(validate(body)).toEqual({
      name: 'Ada Park',
      headline: 'Compilers',
      bio: '**Loud** and clear',
      location: 'Oslo',
      website: 'https://ada.example',
      github: 'https://github.com/ada-park',
      expertiseAreas: ['Rust'],
      image: body.image,
    });
  });

  it('accepts empty values for all fields but the name', () => {
    const empty = { headline: '', bio: '', location: '', website: '', github: '', expertiseAreas: [], image: null };
    expect(validate(empty)).toEqual(empty);
    expect(getMessages({ name: '  ' })).toEqual({ name: ['Name is required'] });
    expect(getMessages({ name: null })).toEqual({ name: ['Name is required'] });
  });

  it('drops unknown fields', () => {
    expect(validate({ role: 'solver', email: 'a@b.example', isEmailVerified: true, _id: 'x', stats: {} })).toEqual({});
  });

  it.each<[field: string, limit: number, message: string]>([
    ['name', 80, 'Name cannot exceed 80 characters'],
    ['headline', 100, 'Headline cannot exceed 100 characters'],
    ['bio', 4000, 'Bio cannot exceed 4,000 characters'],
    ['location', 80, 'Location cannot exceed 80 characters'],
  ])('accepts a %s of at most %d characters', (field, limit, message) => {
    expect(getMessages({ [field]: letters(limit) })).toEqual({});
    expect(getMessages({ [field]: letters(limit + 1) })).toEqual({ [field]: [message] });
  });

  it.each([
    ['example.com', 'https://example.com'],
    ['www.example.com/me?a=b#c', 'https://www.example.com/me?a=b#c'],
    ['example.com:8080/x', 'https://example.com:8080/x'],
    ['http://example.com', 'http://example.com'],
    ['HTTPS://Example.com', 'HTTPS://Example.com'],
    ['https://bücher.example', 'https://bücher.example'],
  ])('accepts the website "%s"', (website, kept) => {
    expect(validate({ website })).toEqual({ website: kept });
  });

  it.each([
    'javascript:alert(1)',
    'JavaScript://example.com/%0aalert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'blob:https://example.com/1',
    'file:///etc/passwd',
    'http://',
    'https://',
    'ftp://x.y',
    'mailto:ada@example.com',
    'localhost',
    '5',
    '127.0.0.1',
    'https://[::1]/',
    '//example.com',
    'https:example.com',
    'https://example.com\n.evil.example',
    'my site.com',
    'https://bank.example@thief.example',
    'https://user:secret@example.com',
    '.',
    '..',
  ])('rejects the website "%s"', (website) => {
    expect(getMessages({ website })).toEqual({ website: ['Please enter a valid website address'] });
  });

  it('limits a website to 200 characters including its protocol', () => {
    const host = 'https://example.com/';
    expect(getMessages({ website: host + letters(200 - host.length) })).toEqual({});
    expect(getMessages({ website: host + letters(201 - host.length) })).toEqual({
      website: ['Website cannot exceed 200 characters'],
    });
  });

  it.each(['octocat', '@octocat', 'github.com/octocat', 'https://github.com/octocat/', 'http://www.github.com/octocat'])(
    'converts the GitHub name "%s" to a URL',
    (github) => {
      expect(validate({ github })).toEqual({ github: 'https://github.com/octocat' });
    },
  );

  it.each([
    'two words',
    '-dash',
    letters(40),
    'https://gitlab.com/octocat',
    'https://github.com/octocat/hello',
    'https://github.com.evil.example/octocat',
    'https://evil.example/https://github.com/octocat',
    'javascript:alert(1)',
    'vbscript:msgbox(1)',
    'blob:https://github.com/octocat',
    'file:///github.com/octocat',
  ])('rejects "%s" for GitHub', (github) => {
    expect(getMessages({ github })).toEqual({ github: ['Please enter a GitHub username or profile URL'] });
  });

  it('accepts 20 areas without duplicates', () => {
    const areas = Array.from({ length: 21 }, (_, index) => `Skill ${index}`);
    expect(getMessages({ expertiseAreas: areas.slice(1) })).toEqual({});
    expect(getMessages({ expertiseAreas: areas })).toEqual({ expertiseAreas: ['You can add up to 20 areas of expertise'] });
    expect(getMessages({ expertiseAreas: ['Go', ' go'] })).toEqual({
      expertiseAreas: ['Each area of expertise can be added once'],
    });
    expect(getMessages({ expertiseAreas: ['', letters(41)] })).toEqual({
      'expertiseAreas[0]': ['An area of expertise cannot be empty'],
      'expertiseAreas[1]': ['An area of expertise cannot exceed 40 characters'],
    });
  });

  it.each([
    '',
    'https://example.com/me.png',
    '/api/files/../auth/profile',
    `/api/files/${'-'.repeat(36)}`,
    '/api/files/01a1fc95-ef6f-7d45-9534-3c29a6ff569d?x',
    'data:image/png;base64,xx',
  ])('rejects the picture "%s"', (image) => {
    expect(getMessages({ image })).toEqual({ image: ['Please upload the picture again'] });
  });

  it('accepts ISO 3166 countries and IANA time zones, or none', () => {
    expect(getMessages({ country: 'MX', timeZone: 'America/Mexico_City' })).toEqual({});
    expect(getMessages({ country: '', timeZone: '' })).toEqual({});
    for (const country of ['mx', 'EU', 'QZ', 'Mexico'])
      expect(getMessages({ country })).toEqual({ country: ['Please choose a country'] });
    for (const timeZone of ['Mars/Olympus', 'now', '+02:00'])
      expect(getMessages({ timeZone })).toEqual({ timeZone: ['Please choose a time zone'] });
  });
});
