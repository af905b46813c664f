export type Action = 'read' | 'create' | 'change' | 'delete';
export type Row = Record<string, unknown>;

export interface Statement {
  text: string;
  values: unknown[];
}

export interface ListOptions {
  search?: string;
  where?: Row;
  sort?: string;
  descending?: boolean;
  /** From 1. */
  page?: number;
  pageSize?: number;
}

export interface Crud<Person> {
  list(person: Person, options?: ListOptions): Statement;
  insert(person: Person, row: Row): Statement;
  update(person: Person, id: unknown, row: Row, version?: number): Statement;
  remove(person: Person, id: unknown): Statement;
}

export function createCrud<Person>(options: {
  table: string;
  key?: string;
  columns: string[];
  writable?: string[];
  searchable?: string[];
  versionColumn?: string;
  may?: (person: Person, action: Action) => boolean;
  dialect?: 'postgres' | 'mysql';
}): Crud<Person>;
