import { parse } from 'acorn';
import type { AnyNode, CallExpression, MemberExpression, NewExpression } from 'acorn';
import { ancestor } from 'acorn-walk';
import { findBinding } from './scope.ts';
import { findStorageKey } from './storage-key.ts';

/** Uses of a script that the contract check has rules for. */
export interface ScriptUse {
  /** Forbidden uses, as a person writes them: `eval`. */
  forbidden: string[];
  /** Keys of localStorage and sessionStorage, as far as they can be determined: `solvent.draft.*`. */
  keys: string[];
  /**
   * Keys that are used through @solvent/store, which lets packages share some: those of its functions, and every text that begins like
   * a key of a remote, because functions that pass keys on, such as `createPersistedDraft`, are in other scripts.
   */
  storeKeys: string[];
}

type Around = readonly AnyNode[];

/** @param code of one script. Throws SyntaxError where it is none. */
export function readScript(code: string): ScriptUse {
  const forbidden = new Set<string>();
  const keys = new Set<string>();
  const storeKeys = new Set<string>();
  const program = parse(code, { ecmaVersion: 'latest', sourceType: 'script' });
  const called = (node: CallExpression | NewExpression, _state: unknown, around: Around) => {
    const what = forbiddenCall(node, around);
    if (what) forbidden.add(what);
    if (node.type !== 'CallExpression') return;
    const key = calledKey(node, around);
    if (key) keys.add(key);
    const storeKey = storeCallKey(node, around);
    if (storeKey) storeKeys.add(storeKey);
  };
  const text = (node: AnyNode, _state: unknown, around: Around) => {
    const key = ownKey(node, around);
    if (key) storeKeys.add(key);
  };
  ancestor(program, {
    Literal: text,
    TemplateLiteral: text,
    Identifier: (node, _state, around) => {
      if (node.name === 'eval' && globalName(node, around)) forbidden.add('eval');
    },
    CallExpression: (node, state, around) => called(node, state, around),
    NewExpression: (node, state, around) => called(node, state, around),
    MemberExpression: (node, _state, around) => {
      if (globalName(node, around) === 'eval') forbidden.add('eval');
      const key = memberKey(node, around);
      if (key) keys.add(key);
    },
  });
  return { forbidden: [...forbidden], keys: [...keys], storeKeys: [...storeKeys] };
}

const WINDOWS = new Set(['window', 'self', 'globalThis', 'top', 'parent']);
const STORAGES = new Set(['localStorage', 'sessionStorage']);
const METHODS = new Set(['getItem', 'setItem', 'removeItem']);
/** The corresponding functions of @solvent/store; every build uses the same names of a singleton. */
const STORE_FUNCTIONS = new Set(['readKey', 'writeKey', 'onKeyChange']);
/** Members of a storage that are not keys. */
const NO_KEYS = new Set([...METHODS, 'clear', 'key', 'length']);

/** `eval` for `eval` and `window.eval`, where no scope declares the name. */
function globalName(node: AnyNode, around: Around): string | undefined {
  if (node.type === 'Identifier') return findBinding(node.name, around) ? undefined : node.name;
  if (node.type !== 'MemberExpression' || node.object.type !== 'Identifier') return undefined;
  return WINDOWS.has(globalName(node.object, around) ?? '') ? propertyName(node, around) : undefined;
}

function propertyName({ computed, property }: MemberExpression, around: Around): string | undefined {
  if (!computed) return property.type === 'Identifier' ? property.name : undefined;
  return findStorageKey(property, around);
}

function forbiddenCall({ callee, arguments: [first] }: CallExpression | NewExpression, around: Around): string | undefined {
  const name = globalName(callee, around);
  if (name === 'Function') return 'new Function';
  const isText = first?.type === 'TemplateLiteral' || (first?.type === 'Literal' && typeof first.value === 'string');
  if ((name === 'setTimeout' || name === 'setInterval') && isText) return `${name} with a text`;
  const isClear =
    callee.type === 'MemberExpression' && isStorage(callee.object, around) && propertyName(callee, around) === 'clear';
  return isClear ? 'clear() of localStorage or sessionStorage' : undefined;
}

const isStorage = (node: AnyNode, around: Around) => STORAGES.has(globalName(node, around) ?? '');

function calledKey({ callee, arguments: [key] }: CallExpression, around: Around): string | undefined {
  if (callee.type !== 'MemberExpression' || !isStorage(callee.object, around) || !key) return undefined;
  return METHODS.has(propertyName(callee, around) ?? '') ? findStorageKey(key, around) : undefined;
}

/** The key in a call such as `store.readKey('solvent.a')`, which bundlers write as `(0, store.readKey)('solvent.a')`. */
function storeCallKey({ callee, arguments: [key] }: CallExpression, around: Around): string | undefined {
  const called = callee.type === 'SequenceExpression' ? callee.expressions.at(-1) : callee;
  if (called?.type !== 'MemberExpression' || !key) return undefined;
  return STORE_FUNCTIONS.has(propertyName(called, around) ?? '') ? findStorageKey(key, around) : undefined;
}

/** The prefix of OwnKey in @solvent/store, with at least a letter of the key. */
const OWN_KEY = /^solvent\.[\w-]/;

/** The key that a text is, or begins: `solvent.draft.*` for `'solvent.draft.' + id`. */
function ownKey(node: AnyNode, around: Around): string | undefined {
  const parent = around.at(-2);
  const isOperand = parent?.type === 'BinaryExpression' && parent.operator === '+';
  if (isOperand && parent.left !== node) return undefined;
  const key = findStorageKey(isOperand ? parent : node, around);
  return key !== undefined && OWN_KEY.test(key) ? key : undefined;
}

function memberKey(node: MemberExpression, around: Around): string | undefined {
  const name = isStorage(node.object, around) ? propertyName(node, around) : undefined;
  return name === undefined || NO_KEYS.has(name) ? undefined : name;
}
