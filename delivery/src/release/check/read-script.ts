import { parse } from 'acorn';
import type { AnyNode, CallExpression, MemberExpression, NewExpression } from 'acorn';
import { ancestor } from 'acorn-walk';
import { findBinding } from './scope.ts';
import { findStorageKey } from './storage-key.ts';

/** Uses of a script that the contract check has rules for. */
export interface ScriptUse {
  /** Forbidden uses as a developer writes them, such as `eval`. */
  forbidden: string[];
  /** Keys of localStorage and sessionStorage, as far as they can be determined: `solvent.draft.*`. */
  keys: string[];
  /**
   * Keys that are used through @solvent/store, which lets packages share some. Includes the keys in calls of its functions, and
   * every text that begins like a key of a remote, because functions that pass keys on, such as `createPersistedDraft`, are in
   * other scripts.
   */
  storeKeys: string[];
}

type Ancestors = readonly AnyNode[];

/** Finds the uses of one script. @throws SyntaxError if `code` is not a script */
export function readScript(code: string): ScriptUse {
  const forbidden = new Set<string>();
  const keys = new Set<string>();
  const storeKeys = new Set<string>();
  const program = parse(code, { ecmaVersion: 'latest', sourceType: 'script' });
  const visitCall = (node: CallExpression | NewExpression, _state: unknown, ancestors: Ancestors) => {
    const what = findForbiddenCall(node, ancestors);
    if (what) forbidden.add(what);
    if (node.type !== 'CallExpression') return;
    const key = findCalledKey(node, ancestors);
    if (key) keys.add(key);
    const storeKey = findStoreKey(node, ancestors);
    if (storeKey) storeKeys.add(storeKey);
  };
  const visitText = (node: AnyNode, _state: unknown, ancestors: Ancestors) => {
    const key = findOwnKey(node, ancestors);
    if (key) storeKeys.add(key);
  };
  ancestor(program, {
    Literal: visitText,
    TemplateLiteral: visitText,
    Identifier: (node, _state, ancestors) => {
      if (node.name === 'eval' && getGlobalName(node, ancestors)) forbidden.add('eval');
    },
    CallExpression: (node, state, ancestors) => visitCall(node, state, ancestors),
    NewExpression: (node, state, ancestors) => visitCall(node, state, ancestors),
    MemberExpression: (node, _state, ancestors) => {
      if (getGlobalName(node, ancestors) === 'eval') forbidden.add('eval');
      const key = findMemberKey(node, ancestors);
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
const STORAGE_MEMBERS = new Set([...METHODS, 'clear', 'key', 'length']);

/** Returns `eval` for `eval` and `window.eval` if no scope declares the name. */
function getGlobalName(node: AnyNode, ancestors: Ancestors): string | undefined {
  if (node.type === 'Identifier') return findBinding(node.name, ancestors) ? undefined : node.name;
  if (node.type !== 'MemberExpression' || node.object.type !== 'Identifier') return undefined;
  return WINDOWS.has(getGlobalName(node.object, ancestors) ?? '') ? getPropertyName(node, ancestors) : undefined;
}

function getPropertyName({ computed, property }: MemberExpression, ancestors: Ancestors): string | undefined {
  if (!computed) return property.type === 'Identifier' ? property.name : undefined;
  return findStorageKey(property, ancestors);
}

function findForbiddenCall(
  { callee, arguments: [first] }: CallExpression | NewExpression,
  ancestors: Ancestors,
): string | undefined {
  const name = getGlobalName(callee, ancestors);
  if (name === 'Function') return 'new Function';
  const isText = first?.type === 'TemplateLiteral' || (first?.type === 'Literal' && typeof first.value === 'string');
  if ((name === 'setTimeout' || name === 'setInterval') && isText) return `${name} with a text`;
  const isClear =
    callee.type === 'MemberExpression' && isStorage(callee.object, ancestors) && getPropertyName(callee, ancestors) === 'clear';
  return isClear ? 'clear() of localStorage or sessionStorage' : undefined;
}

const isStorage = (node: AnyNode, ancestors: Ancestors) => STORAGES.has(getGlobalName(node, ancestors) ?? '');

function findCalledKey({ callee, arguments: [key] }: CallExpression, ancestors: Ancestors): string | undefined {
  if (callee.type !== 'MemberExpression' || !isStorage(callee.object, ancestors) || !key) return undefined;
  return METHODS.has(getPropertyName(callee, ancestors) ?? '') ? findStorageKey(key, ancestors) : undefined;
}

/** Returns the key in a call such as `store.readKey('solvent.a')`, which bundlers write as `(0, store.readKey)('solvent.a')`. */
function findStoreKey({ callee, arguments: [key] }: CallExpression, ancestors: Ancestors): string | undefined {
  const target = callee.type === 'SequenceExpression' ? callee.expressions.at(-1) : callee;
  if (target?.type !== 'MemberExpression' || !key) return undefined;
  return STORE_FUNCTIONS.has(getPropertyName(target, ancestors) ?? '') ? findStorageKey(key, ancestors) : undefined;
}

/** The prefix of `OwnKey` in @solvent/store and the first character of the key. */
const STORE_KEY_PATTERN = /^solvent\.[\w-]/;

/** Returns the key that a text is or begins with, such as `solvent.draft.*` for `'solvent.draft.' + id`. */
function findOwnKey(node: AnyNode, ancestors: Ancestors): string | undefined {
  const parent = ancestors.at(-2);
  const isOperand = parent?.type === 'BinaryExpression' && parent.operator === '+';
  if (isOperand && parent.left !== node) return undefined;
  const key = findStorageKey(isOperand ? parent : node, ancestors);
  return key !== undefined && STORE_KEY_PATTERN.test(key) ? key : undefined;
}

function findMemberKey(node: MemberExpression, ancestors: Ancestors): string | undefined {
  const name = isStorage(node.object, ancestors) ? getPropertyName(node, ancestors) : undefined;
  return name === undefined || STORAGE_MEMBERS.has(name) ? undefined : name;
}
