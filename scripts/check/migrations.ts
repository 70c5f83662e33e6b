import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isBatched } from '#lib/db/run-in-batches';

interface Rule {
  /** Matches a statement that is unsafe while the service runs, such as one that locks a large table for a long time. */
  pattern: RegExp;
  /** Instruction for the author of the migration. */
  advice: string;
}

const table = '(?:ONLY )?"?(?<table>\\w+)"?';
const alter = `^ALTER TABLE (?:IF EXISTS )?${table} .*`;
const volatileDefault =
  'DEFAULT (?:gen_random_uuid|random|clock_timestamp|nextval)\\(|GENERATED|\\b\\w*serial\\b';

/** Rules for statements on tables that the migration does not create itself. */
const rules: Rule[] = [
  {
    pattern: new RegExp(`^CREATE (?:UNIQUE )?INDEX (?!CONCURRENTLY).*? ON ${table}`),
    advice: 'Use CREATE INDEX CONCURRENTLY IF NOT EXISTS in a migration with -- no-transaction.',
  },
  {
    pattern: new RegExp(`${alter}\\bADD CONSTRAINT .*\\b(?:FOREIGN KEY|CHECK)\\b(?!.*\\bNOT VALID\\b)`),
    advice: 'Add the constraint with NOT VALID, and VALIDATE it in a migration with -- no-transaction.',
  },
  {
    pattern: new RegExp(`${alter}\\bADD CONSTRAINT .*\\b(?:UNIQUE|PRIMARY KEY)\\b(?!.*\\bUSING INDEX\\b)`),
    advice: 'Create a unique index concurrently first, then add the constraint with USING INDEX.',
  },
  {
    pattern: new RegExp(`${alter}\\bALTER COLUMN \\S+ (?:SET DATA )?TYPE\\b`),
    advice: 'A new type rewrites the table: add a column, write both, backfill in batches, and switch.',
  },
  {
    pattern: new RegExp(`${alter}\\bADD COLUMN .*(?:${volatileDefault})`),
    advice: 'This default rewrites the table: add the column without it, and backfill in batches.',
  },
  {
    pattern: new RegExp(`${alter}\\bADD COLUMN (?=.*\\bNOT NULL\\b)(?!.*\\bDEFAULT\\b)`),
    advice:
      'Older versions that are still running insert rows without the column: give it a default, or allow null.',
  },
  {
    pattern: new RegExp(`^(?:UPDATE|DELETE FROM) ${table}`),
    advice:
      'Change rows in batches: put the line -- batches before it, in a migration with -- no-transaction.',
  },
  {
    pattern: new RegExp(`${alter}\\bRENAME\\b`),
    advice:
      'Older versions that are still running use the old name: add the new one, write both, and remove the old one later.',
  },
  {
    pattern: new RegExp(
      `^(?:VACUUM FULL|CLUSTER|LOCK TABLE|REINDEX (?:TABLE|INDEX) (?!CONCURRENTLY)) ?${table}`,
    ),
    advice: 'This blocks reads and writes until it ends: use a statement that does not lock the table.',
  },
];

/**
 * Statements that can be run again after an interruption. Migrations replace the invalid index that an interrupted CREATE
 * INDEX CONCURRENTLY leaves (see `createIndexConcurrently`).
 */
const repeatable =
  /^(?:CREATE (?:UNIQUE )?INDEX CONCURRENTLY IF NOT EXISTS|DROP INDEX CONCURRENTLY IF EXISTS|ALTER TABLE \S+ VALIDATE CONSTRAINT|ALTER TABLE \S+ ALTER COLUMN \S+ SET NOT NULL|ANALYZE)\b/;
const setNotNull = new RegExp(`${alter}\\bALTER COLUMN "?(?<column>\\w+)"? SET NOT NULL`);

/**
 * Returns the problems of a migration that is applied while the database is in use, as sentences that begin with the
 * statement.
 * @param previous the text of the migrations before it
 */
export function findUnsafeStatements(sql: string, previous = ''): string[] {
  const hasNoTransaction = sql.trimStart().startsWith('-- no-transaction');
  const created = new Set([...sql.matchAll(/CREATE (?:UNLOGGED )?TABLE "?(\w+)"?/g)].map(([, name]) => name));
  return sql.split('--> statement-breakpoint').flatMap((text) => {
    const isSmall = /^\s*-- Small table: \S/m.test(text);
    const statement = text.replace(/--.*$/gm, '').replace(/\s+/g, ' ').trim();
    const advice = [
      ...(isSmall || (hasNoTransaction && isBatched(text)) ? [] : findBrokenRules(statement, created)),
      ...(hasNoTransaction ? findUnrepeatable(text, statement) : findLongRunning(text, statement)),
      ...(isSmall ? [] : findUncheckedNotNull(statement, created, previous)),
    ];
    return advice.map((sentence) => `${statement.slice(0, 120)}: ${sentence}`);
  });
}

function findBrokenRules(statement: string, created: ReadonlySet<string | undefined>): string[] {
  return rules.flatMap(({ pattern, advice }) => {
    const match = pattern.exec(statement);
    return match && !created.has(match.groups?.table) ? [advice] : [];
  });
}

function findUnrepeatable(text: string, statement: string): string[] {
  return statement === '' || repeatable.test(statement) || isBatched(text)
    ? []
    : ['With -- no-transaction, every statement must be repeatable after an interruption.'];
}

function findLongRunning(text: string, statement: string): string[] {
  return isBatched(text) || /\bCONCURRENTLY\b|\bVALIDATE CONSTRAINT\b/.test(statement)
    ? ['Move it to a separate migration that begins with -- no-transaction.']
    : [];
}

function findUncheckedNotNull(
  statement: string,
  created: ReadonlySet<string | undefined>,
  previous: string,
): string[] {
  const { table: name, column } = setNotNull.exec(statement)?.groups ?? {};
  if (!name || created.has(name)) return [];
  const check = new RegExp(`ADD CONSTRAINT "(\\w+)" CHECK \\("?${column}"? IS NOT NULL\\) NOT VALID`);
  const constraint = check.exec(previous)?.[1];
  const isValidated = constraint && previous.includes(`VALIDATE CONSTRAINT "${constraint}"`);
  return isValidated
    ? []
    : [
        'Add and validate CHECK (column IS NOT NULL) first, so that SET NOT NULL doesn’t scan the table while it is locked.',
      ];
}

/** Returns the problems of the migrations in a folder, as sentences that begin with the name of the file. */
export function checkMigrations(folder: string): string[] {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort();
  let previous = '';
  return files.flatMap((file) => {
    const sql = readFileSync(join(folder, file), 'utf8');
    const problems = findUnsafeStatements(sql, previous);
    previous += sql;
    return problems.map((problem) => `${file}: ${problem}`);
  });
}
