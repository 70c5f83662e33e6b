import type { Database } from '#lib/db/database';

/**
 * SQL written by hand, with named parameters and typed rows. Ordinary reads and writes use Drizzle's query builder
 * instead. tests/db/prepared-statements.test.ts checks every statement against the migrated schema.
 */

/** The values of each PostgreSQL type, as parameters. */
interface ParameterValues {
  bool: boolean;
  bytea: Buffer;
  date: string;
  float8: number;
  int2: number;
  int4: number;
  int8: number;
  /** For functions such as `json_to_recordset`, whose rows may contain arrays. */
  json: unknown;
  jsonb: unknown;
  numeric: number;
  text: string;
  /** A string keeps microseconds. */
  timestamptz: Date | string;
  uuid: string;
}

type Scalar = keyof ParameterValues;
type Nullable<T extends string> = T | `${T}?`;

/** A type of PostgreSQL, such as `text` or `uuid[]`. A question mark allows null: `text?`, `text?[]`, `text[]?`. */
type ParameterType = Nullable<Scalar> | Nullable<`${Nullable<Scalar>}[]`>;

type RowParameter = Readonly<Record<string, ParameterType>>;

/**
 * Parameters by name. `[{ id: 'uuid', attempt: 'int4' }]` is a list of rows: with the name `items`, `FROM :items` reads
 * it as the table `items (id, attempt)`, whose columns are in snake case.
 */
type Parameters = Readonly<Record<string, ParameterType | readonly [RowParameter]>>;

type ParameterValue<T> = T extends `${infer Type}?`
  ? ParameterValue<Type> | null | undefined
  : T extends `${infer Item}[]`
    ? readonly ParameterValue<Item>[]
    : T extends Scalar
      ? ParameterValues[T]
      : never;

/** A nullable column of a list of rows may be missing. */
type RowParameterValue<T> = {
  readonly [Name in keyof T as T[Name] extends `${string}?` ? never : Name]: ParameterValue<T[Name]>;
} & { readonly [Name in keyof T as T[Name] extends `${string}?` ? Name : never]?: ParameterValue<T[Name]> };

type Values<P> = {
  readonly [Name in keyof P]: P[Name] extends readonly [infer Row]
    ? readonly RowParameterValue<Row>[]
    : ParameterValue<P[Name]>;
};

/** The values of each PostgreSQL type, in rows. */
interface ColumnValues {
  bool: boolean;
  float8: number;
  int2: number;
  int4: number;
  int8: number;
  json: unknown;
  jsonb: unknown;
  numeric: number;
  text: string;
  'text[]': string[];
  timestamptz: Date;
  uuid: string;
  void: undefined;
}

type Columns = Readonly<Record<string, Nullable<keyof ColumnValues>>>;

type ColumnValue<T> = T extends `${infer Type}?`
  ? ColumnValue<Type> | null
  : T extends keyof ColumnValues
    ? ColumnValues[T]
    : never;

/** The types of the columns whose values have the type `T`. */
type ColumnType<T> = unknown extends T
  ? Nullable<'json' | 'jsonb'>
  : [null] extends [T]
    ? `${NotNullType<NonNullable<T>>}?`
    : NotNullType<T>;

type NotNullType<T> = [T] extends [undefined]
  ? 'void'
  : [T] extends [string]
    ? 'text' | 'uuid'
    : [T] extends [number]
      ? 'int2' | 'int4' | 'int8' | 'numeric' | 'float8'
      : [T] extends [boolean]
        ? 'bool'
        : [T] extends [Date]
          ? 'timestamptz'
          : [T] extends [readonly string[]]
            ? 'text[]' | 'json' | 'jsonb'
            : 'json' | 'jsonb';

/** The columns of a row of the type `Row`. */
export type ColumnsOf<Row> = { readonly [Name in keyof Row]-?: ColumnType<Row[Name]> };

interface TypedColumns<Row> {
  readonly columns: ColumnsOf<Row>;
  /** Only for the compiler: never set. */
  readonly row?: Row;
}

/** Declares columns whose rows have a type that PostgreSQL does not know, such as a union of strings, or of JSON. */
export function rowOf<Row>(columns: ColumnsOf<Row>): TypedColumns<Row> {
  return { columns };
}

type RowOf<R> =
  R extends TypedColumns<infer Row> ? Row : { -readonly [Name in keyof R]: ColumnValue<R[Name]> };

interface Definition<P> {
  /** Unique; identifies the prepared statement in a connection. */
  name: string;
  parameters?: P;
  /** Names parameters as `:name`. Fragments of SQL that several statements share name them in the same way. */
  text: string;
  /** Default true. False for statements on queues: a plan prepared for an empty queue is slow for a full one. */
  isPrepared?: boolean;
}

type Arguments<P> = keyof P extends never ? [] : [values: Values<P>];

interface DefinedStatement {
  name: string;
  /** With numbered parameters. */
  text: string;
  /** The types of the columns it returns. */
  columns: Readonly<Record<string, string>>;
}

const statements: DefinedStatement[] = [];

/** The statements that the loaded modules define. */
export const definedStatements: readonly DefinedStatement[] = statements;

/**
 * Defines a statement, as a function that runs it in one round trip and returns its rows or, without `row`, the number
 * of rows it changed.
 * @throws Error if the text names a parameter that is not declared, or does not name a declared one
 */
export function statement<
  R extends Columns | TypedColumns<object>,
  const P extends Parameters = Record<never, never>,
>(definition: Definition<P> & { row: R }): (db: Database, ...args: Arguments<P>) => Promise<RowOf<R>[]>;
export function statement<const P extends Parameters = Record<never, never>>(
  definition: Definition<P>,
): (db: Database, ...args: Arguments<P>) => Promise<number>;
export function statement({
  name,
  parameters = {},
  row,
  text: namedText,
  isPrepared = true,
}: Definition<Parameters> & { row?: Columns | TypedColumns<object> }): unknown {
  const { text, used } = numberParameters(name, namedText, parameters);
  statements.push({ name, text, columns: getColumns(row) });
  return async (db: Database, values: Readonly<Record<string, unknown>> = {}) => {
    const query = { text, values: used.flatMap(([key, type]) => toDriverValues(values[key], type)) };
    const { rows, rowCount } = await db.$client.query(isPrepared ? { name, ...query } : query);
    return row ? rows : (rowCount ?? 0);
  };
}

/** The key of a parameter, and its type: that of a list of rows is one array of each column. */
type UsedParameter = [key: string, type: ParameterType | readonly [RowParameter]];

/** Matches names of parameters, and everything in which a colon has another meaning, such as casts and strings. */
const tokens = /'(?:[^']|'')*'|"[^"]*"|--[^\n]*|\/\*[\s\S]*?\*\/|::|(?<!\w):(?<name>[a-zA-Z]\w*)/g;

/** Replaces the names of parameters by their numbers, in the order of their first use. */
function numberParameters(statementName: string, namedText: string, parameters: Parameters) {
  const used: UsedParameter[] = [];
  const expressions = new Map<string, string>();
  let count = 0;
  const toExpression = (type: string) => {
    count += 1;
    return `$${count}::${type.replaceAll('?', '')}`;
  };
  const toTable = (alias: string, [row]: readonly [RowParameter]) => {
    const arrays = Object.values(row).map((type) => toExpression(`${type}[]`));
    return `unnest(${arrays.join(', ')}) AS ${toSnakeCase(alias)} (${Object.keys(row).map(toSnakeCase).join(', ')})`;
  };
  const text = namedText.replaceAll(tokens, (token, name?: string) => {
    if (name === undefined) return token;
    const existing = expressions.get(name);
    if (existing !== undefined) return existing;
    const type = parameters[name];
    if (type === undefined) throw new Error(`The statement ${statementName} does not declare :${name}.`);
    const expression = typeof type === 'string' ? toExpression(type) : toTable(name, type);
    used.push([name, type]);
    expressions.set(name, expression);
    return expression;
  });
  const unused = Object.keys(parameters).filter((name) => !expressions.has(name));
  if (unused.length > 0)
    throw new Error(`The statement ${statementName} does not use :${unused.join(', :')}.`);
  return { text, used };
}

const toSnakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Returns the values of a parameter as the driver takes them: one, or one array for each column of a list of rows. */
function toDriverValues(value: unknown, type: UsedParameter[1]): unknown[] {
  if (typeof type === 'string') return [type.startsWith('json') ? toJson(value, type) : value];
  const rows: readonly Readonly<Record<string, unknown>>[] = Array.isArray(value) ? value : [];
  return Object.entries(type[0]).map(([column, columnType]) =>
    columnType.startsWith('json')
      ? rows.map((row) => toJson(row[column], columnType))
      : rows.map((row) => row[column]),
  );
}

/** The driver would convert an array to one of PostgreSQL. Null stays NULL. */
function toJson(value: unknown, type: string): unknown {
  if (value === null || value === undefined) return null;
  return Array.isArray(value) && type.includes('[]')
    ? value.map((item) => toJson(item, 'json'))
    : JSON.stringify(value);
}

function getColumns(row: Columns | TypedColumns<object> | undefined): Readonly<Record<string, string>> {
  const columns: object = row === undefined ? {} : isTyped(row) ? row.columns : row;
  return Object.fromEntries(
    Object.entries(columns).map(([name, type]) => [name, String(type).replace('?', '')]),
  );
}

function isTyped(row: Columns | TypedColumns<object>): row is TypedColumns<object> {
  return typeof row.columns === 'object';
}
