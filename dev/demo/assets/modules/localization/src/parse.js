/** From `{` to the `}` that closes it. */
function inside(text, from) {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1;
    if (text[at] === '}') depth -= 1;
    if (depth === 0) return text.slice(from + 1, at);
  }
  throw new SyntaxError(`A bracket is not closed: ${text}`);
}

function formsOf(text) {
  const forms = {};
  let rest = text.trim();
  while (rest !== '') {
    const name = /^(=?\w+)\s*(?=\{)/.exec(rest);
    if (name === null) throw new SyntaxError(`Not a form: ${rest}`);
    const content = inside(rest, name[0].length);
    forms[name[1]] = parse(content);
    rest = rest.slice(name[0].length + content.length + 2).trim();
  }
  if (forms.other === undefined) throw new SyntaxError(`The form "other" is missing: ${text}`);
  return forms;
}

function placeholder(content) {
  const [, name, kind, forms] = /^\s*(\w+)\s*(?:,\s*(\w+)\s*(?:,([\s\S]*))?)?$/.exec(content) ?? [];
  if (name === undefined) throw new SyntaxError(`Not a placeholder: {${content}}`);
  if (kind === undefined) return { name };
  if (kind === 'plural' || kind === 'select') return { name, kind, forms: formsOf(forms ?? '') };
  if (kind === 'number' || kind === 'date' || kind === 'money') return { name, kind, style: forms?.trim() };
  throw new SyntaxError(`There is no kind ${kind}`);
}

/**
 * A message as a list of texts and placeholders: `{name}`, `{n, number}`, `{day, date, long}`, `{sum, money, EUR}`,
 * `{n, plural, one {# file} other {# files}}`, `{who, select, her {she} other {they}}`. A part of ICU's MessageFormat.
 */
export function parse(text) {
  const parts = [];
  let at = 0;
  while (at < text.length) {
    const next = text.indexOf('{', at);
    if (next < 0) break;
    if (next > at) parts.push(text.slice(at, next));
    const content = inside(text, next);
    parts.push(placeholder(content));
    at = next + content.length + 2;
  }
  if (at < text.length) parts.push(text.slice(at));
  return parts;
}
