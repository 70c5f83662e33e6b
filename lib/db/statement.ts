import type { Database } from '#lib/db/client';

/** The PostgreSQL types of a column whose values have the type `T`. */
type ColumnType<T> = [T] extends [undefined]
  ? 'void'
  : [NonNullable<T>] extends [string]
    ? 'text' | 'uuid'
    : [NonNullable<T>] extends [number]
      ? 'int2' | 'int4' | 'int8' | 'numeric' | 'float8'
      : [NonNullable<T>] extends [boolean]
        ? 'bool'
        : [NonNullable<T>] extends [Date]
          ? 'timestamptz'
          : 'jsonb';

/** A raw SQL statement for a hot path. The columns of its rows are checked against the database by tests/db. */
export interface Statement<Row> {
  name: string;
  text: string;
  /** The columns it returns and their types. */
  columns: { [Column in keyof Row]: ColumnType<Row[Column]> };
  /**
   * Prepared once per connection. Statements over many rows of a queue are planned at each use instead: a plan
   * from when the queue was empty would scan it whole.
   */
  isPrepared?: boolean;
}

const statements: Statement<unknown>[] = [];

/** The statements that the loaded modules define. */
export const definedStatements: readonly Statement<unknown>[] = statements;

/** Declares a statement. */
export function defineStatement<Row = object>(statement: Statement<Row>): Statement<Row> {
  statements.push(statement);
  return statement;
}

/** Runs a statement in one round trip and returns its rows. */
export async function runStatement<Row>(
  db: Database,
  { name, text, isPrepared = true }: Statement<Row>,
  values: unknown[] = [],
): Promise<Row[]> {
  const { rows } = await db.$client.query<Row & object>(
    isPrepared ? { name, text, values } : { text, values },
  );
  return rows;
}
