import { globSync, readFileSync } from 'node:fs';
import { Client, type Connection, type Submittable, types } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { definedStatements } from '#lib/db/statement';
import { createJobQueues } from '#lib/queue/job-runner';
import { createDatabase } from '#tests/support/database';

/** A definition at the top level of a module. */
const definition = /(?<=\n(?:export )?const \w+ = )statement\(/;
const sources = globSync('lib/**/*.ts').filter((file) => definition.test(readFileSync(file, 'utf8')));
for (const file of sources) await import(/* @vite-ignore */ `../../${file}`);

const database = await createDatabase();
// Statements on background jobs need their tables.
await createJobQueues(database.url, []);
const client = new Client({ connectionString: database.url });
await client.connect();
afterAll(async () => {
  await client.end();
  await database.drop();
});

interface Field {
  name: string;
  dataTypeID: number;
}

/** Parses and describes a statement without running it. */
class Description implements Submittable {
  fields: Field[] = [];
  readonly done: Promise<Field[]>;
  readonly #text: string;
  #resolve: (fields: Field[]) => void = () => {};
  #reject: (error: Error) => void = () => {};

  constructor(text: string) {
    this.#text = text;
    this.done = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  submit(connection: Connection): void {
    connection.parse({ name: '', text: this.#text, types: [] }, true);
    connection.describe({ type: 'S', name: '' }, true);
    connection.sync();
  }

  handleRowDescription({ fields }: { fields: Field[] }): void {
    this.fields = fields;
  }

  handleError(error: Error): void {
    this.#reject(error);
  }

  handleReadyForQuery(): void {
    this.#resolve(this.fields);
  }
}

const otherTypes: [number, string][] = [
  [1009, 'text[]'],
  [2278, 'void'],
];
const typeNames = new Map([
  ...Object.entries(types.builtins).map(([name, oid]): [number, string] => [oid, name.toLowerCase()]),
  ...otherTypes,
]);

test('finds the statements of every module, each with a unique name', () => {
  const definitions = sources.map(
    (file) => readFileSync(file, 'utf8').match(new RegExp(definition, 'g')) ?? [],
  );
  expect(definedStatements).toHaveLength(definitions.flat().length);
  const names = definedStatements.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

test.each(definedStatements.map((statement) => [statement.name, statement] as const))(
  '%s returns its declared columns',
  async (_, { text, columns }) => {
    const fields = await client.query(new Description(text)).done;
    const returned = Object.fromEntries(
      fields.map(({ name, dataTypeID }) => [name, typeNames.get(dataTypeID)]),
    );
    expect(returned).toEqual(columns);
  },
);
