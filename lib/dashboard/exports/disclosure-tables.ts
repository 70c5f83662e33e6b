import type { Disclosure } from '#lib/contract/disclosure';
import type { Table } from '#lib/contract/tables/define-table';
import {
  disclosureChangesTable,
  disclosureEnginesTable,
  disclosureFiguresTable,
  disclosureMethodsTable,
  disclosurePlacesTable,
  disclosurePromptsTable,
  disclosurePromptTypesTable,
} from '#lib/contract/tables/disclosure';
import { defineDescribedRows, type ExportedTable } from '#lib/dashboard/exports/exported-table';

type DisclosureTable = ExportedTable<[Disclosure]>;

function defineDisclosureRows<Row>(
  table: Table<Row>,
  getRows: (disclosure: Disclosure) => readonly Row[],
): DisclosureTable {
  return defineDescribedRows<Row, [Disclosure]>(table, {
    rows: async (disclosure) => getRows(disclosure),
    describeRows: ({ period }) => ({ period, labels: [] }),
  });
}

const tables = [
  defineDisclosureRows(disclosurePromptTypesTable, ({ promptTypes }) => promptTypes),
  defineDisclosureRows(disclosurePromptsTable, ({ prompts }) => prompts ?? []),
  defineDisclosureRows(disclosureEnginesTable, ({ engines }) => engines),
  defineDisclosureRows(disclosurePlacesTable, ({ places }) => places),
  defineDisclosureRows(disclosureFiguresTable, ({ figures }) => figures),
  defineDisclosureRows(disclosureChangesTable, ({ changes }) => changes),
  defineDisclosureRows(disclosureMethodsTable, ({ methods }) => methods),
];

/** The tables of a report’s disclosure, by name. */
export const disclosureTables: ReadonlyMap<string, DisclosureTable> = new Map(
  tables.map((table) => [table.name, table]),
);
