import { readdirSync, readFileSync } from 'node:fs';
import type { Client } from 'pg';

const folder = 'lib/db/migrations';

/** Applies the migrations whose file name `isIncluded` accepts, in the order of their names. */
export async function applyMigrations(client: Client, isIncluded: (file: string) => boolean): Promise<void> {
  for (const file of readdirSync(folder).sort()) {
    if (!file.endsWith('.sql') || !isIncluded(file)) continue;
    for (const statement of readFileSync(`${folder}/${file}`, 'utf8').split('--> statement-breakpoint')) {
      await client.query(statement);
    }
  }
}
