import { messagesByField } from './messages-by-field.ts';

type Rules = Parameters<typeof messagesByField>[0];
type Case = [field: string, value: unknown, message?: string];

/** Adds a test for each value of a field in an otherwise valid body: rejected with the message, or accepted without one. */
export function expectFields(rules: Rules, valid: object, cases: Case[]): void {
  it('accepts a valid body', () => expect(messagesByField(rules, valid)).toEqual({}));
  it.each(cases.map(([field, value, message]) => [field, short(value), message ?? 'accepted', value] as const))(
    '%s %s: %s',
    (field, _shown, message, value) => {
      const messages = messagesByField(rules, { ...valid, [field]: value });
      expect(messages).toEqual(message === 'accepted' ? {} : { [field]: [message] });
    },
  );
}

function short(value: unknown): string {
  const text = JSON.stringify(value) ?? 'missing';
  return text.length > 40 ? `of ${text.length - 2} characters` : text;
}
