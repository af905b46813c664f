import { readScript } from './read-script.ts';

describe('what a script uses', () => {
  it.each([
    ['eval("1")', ['eval']],
    ['(0, eval)("1")', ['eval']],
    ['const run = globalThis["eval"];', ['eval']],
    ['Function("return 1")', ['new Function']],
    ['new window.Function("return 1")', ['new Function']],
    ['setTimeout("go()", 1)', ['setTimeout with a text']],
    ['setInterval(`go()`, 1)', ['setInterval with a text']],
    ['window.localStorage.clear()', ['clear() of localStorage or sessionStorage']],
  ])('%s is forbidden', (code, forbidden) => {
    expect(readScript(code).forbidden).toEqual(forbidden);
  });

  it.each([
    '"never eval(this)"; // eval("1")',
    'const run = (eval_) => eval_("1"); run.eval("1");',
    'value instanceof Function',
    'setTimeout(() => 1, 1)',
    'const list = new Map(); list.clear(); cache.localStorage.clear();',
  ])('%s is not', (code) => {
    expect(readScript(code).forbidden).toEqual([]);
  });

  it.each([
    ["localStorage.getItem('a')", ['a']],
    ["window.sessionStorage.setItem(`b.${id}`, '')", ['b.*']],
    ["sessionStorage.removeItem('c.' + id)", ['c.*']],
    ['localStorage.d = 1', ['d']],
    ["localStorage['e'] = 1", ['e']],
    ["let key = 'f'; function keep() { localStorage.setItem(key, 1) }", ['f']],
    ['const key = (id) => `g.${id}`; try { sessionStorage.getItem(key(1)) } catch {}', ['g.*']],
    ['function key(id) { return `h.${id}` } sessionStorage.getItem(key(1))', ['h.*']],
    ["const key = 'no'; { const key = 'i'; localStorage.getItem(key) }", ['i']],
    ["const KEYS = { one: 'j' }; localStorage.getItem(KEYS.one)", ['j']],
  ])('%s uses the key', (code, keys) => {
    expect(readScript(code).keys).toEqual(keys);
  });

  it.each([
    ["store.readKey('solvent.a')", ['solvent.a']],
    ["const KEY = 'solvent.b'; (0, r.writeKey)(KEY, null)", ['solvent.b']],
    ['(0, r.onKeyChange)(`solvent.c.${id}`, f)', ['solvent.c.*']],
    ['(0, kit.persistedDraft)({ key: `solvent.d.${id}`, initial: {} })', ['solvent.d.*']],
    ["const KEYS = { 'e': 'solvent.e' }; keep(KEYS['e'])", ['solvent.e']],
    ["keep(isOwn ? 'solvent.f' : 'solvent.g.' + id)", ['solvent.f', 'solvent.g.*']],
    ["keep('solvent.h.' + kind + '.' + id)", ['solvent.h.*']],
  ])('%s uses the key by way of @solvent/store', (code, storeKeys) => {
    expect(readScript(code)).toMatchObject({ keys: [], storeKeys });
  });

  it.each([
    "say('solvent. It pays.')",
    "say('See solvent.a')",
    "say(id + 'solvent.a')",
    "say('solvent.')",
    'say(`solvent.${id}`)',
  ])('%s uses none', (code) => {
    expect(readScript(code).storeKeys).toEqual([]);
  });

  it.each([
    "const key = 'no'; (key) => localStorage.getItem(key)",
    'localStorage.getItem(imported.key)',
    'localStorage.length + localStorage.key(0)',
    "const localStorage = new Map(); localStorage.getItem('own')",
    'const key = () => key(); localStorage.getItem(key())',
  ])('finds no key in %s', (code) => {
    expect(readScript(code).keys).toEqual([]);
  });
});
