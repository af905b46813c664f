/** @jest-environment node */
import { letters, messagesByField } from '../testing/messages-by-field.ts';
import { contactRules } from './site.ts';

const message = { name: 'Ada Park', email: 'ada@example.com', subject: 'My address', message: 'Where do I change it?' };

describe('the contact form', () => {
  it('takes a whole message, and trims it', () => {
    expect(messagesByField(contactRules, message)).toEqual({});
    expect(contactRules.validateSync({ ...message, subject: ' My address ' }).subject).toBe('My address');
  });

  it('names everything that is missing', () => {
    expect(messagesByField(contactRules, {})).toEqual({
      name: ['Name is required'],
      email: ['Email is required'],
      subject: ['Topic is required'],
      message: ['Message is required'],
    });
  });

  it.each<[field: string, value: string, message: string]>([
    ['name', letters(81), 'Name cannot exceed 80 characters'],
    ['email', 'nobody', 'Please enter a valid email address'],
    ['email', `${letters(250)}@example.com`, 'Email cannot exceed 254 characters'],
    ['subject', 'no', 'Topic must be at least 3 characters'],
    ['subject', letters(121), 'Topic cannot exceed 120 characters'],
    ['message', 'Help me!', 'Message must be at least 10 characters'],
    ['message', letters(5001), 'Message cannot exceed 5,000 characters'],
  ])('refuses the %s "%s"', (field, value, text) => {
    expect(messagesByField(contactRules, { ...message, [field]: value })[field]).toContain(text);
  });

  it.each([
    ['name', letters(80)],
    ['subject', letters(3)],
    ['subject', letters(120)],
    ['message', letters(10)],
    ['message', letters(5000)],
  ])('takes the %s "%s": limits are within', (field, value) => {
    expect(messagesByField(contactRules, { ...message, [field]: value })).toEqual({});
  });
});
