import { parse } from './parse.js';

const RIGHT_TO_LEFT = new Set(['ar', 'fa', 'he', 'ur', 'yi', 'ps', 'sd', 'ug', 'dv']);

function formOf({ kind, forms }, value, locale) {
  if (kind === 'select') return forms[value] ?? forms.other;
  return forms[`=${value}`] ?? forms[new Intl.PluralRules(locale).select(value)] ?? forms.other;
}

function shown(part, value, locale) {
  if (part.kind === 'number') return new Intl.NumberFormat(locale).format(value);
  if (part.kind === 'date')
    return new Intl.DateTimeFormat(locale, { dateStyle: part.style ?? 'medium', timeZone: 'UTC' }).format(value);
  // Cents, so that nothing is lost on the way.
  if (part.kind === 'money')
    return new Intl.NumberFormat(locale, { style: 'currency', currency: part.style ?? 'USD' }).format(value / 100);
  return String(value);
}

function write(parts, values, locale, count) {
  return parts
    .map((part) => {
      if (typeof part === 'string')
        return count === undefined ? part : part.replaceAll('#', new Intl.NumberFormat(locale).format(count));
      const value = values[part.name];
      if (value === undefined) throw new RangeError(`The message needs a value for ${part.name}`);
      if (part.forms === undefined) return shown(part, value, locale);
      return write(formOf(part, value, locale), values, locale, part.kind === 'plural' ? value : count);
    })
    .join('');
}

/**
 * Texts in one language. A key that it lacks is looked up in `fallback` and told to `onMissing`; one that nobody has gives the
 * key, so that a page is never empty.
 */
export function createTranslator({ locale, messages, fallback = {}, onMissing = () => {} }) {
  const parsed = new Map();
  const partsOf = (key, text) => {
    const parts = parsed.get(key) ?? parse(text);
    parsed.set(key, parts);
    return parts;
  };
  return {
    locale,
    direction: RIGHT_TO_LEFT.has(new Intl.Locale(locale).language) ? 'rtl' : 'ltr',
    /** The text of a key with its values. */
    t(key, values = {}) {
      if (messages[key] === undefined) onMissing(key);
      const text = messages[key] ?? fallback[key];
      return text === undefined ? key : write(partsOf(key, text), values, locale);
    },
  };
}
