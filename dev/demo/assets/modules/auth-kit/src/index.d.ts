export interface PasswordCost {
  N: number;
  r: number;
  p: number;
  maxmem: number;
}

export function hashPassword(password: string, cost?: PasswordCost): Promise<string>;
export function verifyPassword(stored: string, password: string): Promise<boolean>;

export interface Links {
  make(email: string, purpose: string, now?: number): string;
  take(token: string, purpose: string, now?: number): string | undefined;
}

export function createLinks(options: { key: string; minutes?: number; used?: Pick<Set<string>, 'has' | 'add'> }): Links;

export function newTotpKey(): string;
export function totp(key: string, now?: number): string;
export function verifyTotp(key: string, code: string, now?: number): boolean;
export function totpAddress(key: string, account: string, issuer: string): string;

export interface Session {
  id: string;
  userId: string;
  device: string;
  startedAt: number;
  until: number;
}

export interface Sessions {
  start(userId: string, device: string, now?: number): string;
  find(token: string, now?: number): Session | undefined;
  list(userId: string): Session[];
  end(userId: string, id: string): boolean;
  endOthers(userId: string, token?: string): void;
}

export function createSessionStore(options?: {
  days?: number;
  store?: Pick<Map<string, Session>, 'get' | 'set' | 'delete' | 'values'>;
}): Sessions;
