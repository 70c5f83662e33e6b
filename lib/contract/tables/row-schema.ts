import { z } from 'zod';
import {
  type Column,
  type Columns,
  type ListField,
  selectColumns,
  type Table,
  type ValueType,
} from '#lib/contract/tables/define-table';
import {
  type ApiChange,
  type ApiMetric,
  type ApiRate,
  type ApiSentiment,
  changeSchema,
  metricSchema,
  rateSchema,
  sentimentSchema,
} from '#lib/contract/tables/metric-schemas';

interface ValuesByType {
  text: string;
  count: number;
  number: number;
  percent: number;
  boolean: boolean;
  id: string;
  list: string[];
  day: string;
  instant: string;
  microsecond: string;
  engine: string;
  link: string;
}

type ApiValue<C> = C extends { metric: unknown }
  ? ApiMetric
  : C extends { rate: unknown }
    ? ApiRate
    : C extends { mean: unknown }
      ? ApiMetric
      : C extends { sentiment: unknown }
        ? ApiSentiment
        : C extends { change: unknown }
          ? ApiChange
          : C extends { engines: unknown }
            ? string[]
            : C extends { fields: infer Fields }
              ? { [Name in keyof Fields]: Nullable<Fields[Name]> }[]
              : PlainValue<C>;

type PlainValue<C> = C extends { oneOf: readonly (infer Value)[] }
  ? Value
  : C extends { type: infer Type extends ValueType }
    ? ValuesByType[Type]
    : string;

type Nullable<Field> = Field extends { isNullable: true } ? PlainValue<Field> | null : PlainValue<Field>;

type IsInApi<C> = C extends { surfaces: readonly (infer Shown)[] }
  ? 'api' extends Shown
    ? true
    : false
  : true;

/** The schemas of the values that the columns of a table have in the API. */
type RowShape<C extends { key: string }> = {
  [One in C as IsInApi<One> extends true ? One['key'] : never]: z.ZodType<
    One extends { isNullable: true } ? ApiValue<One> | null : ApiValue<One>
  >;
};

/** Returns the schema of a row in the API, from the columns of its table. */
export function toRowSchema<Row, const C extends Columns<Row>>(
  table: Table<Row, C>,
): z.ZodObject<RowShape<C[number]>>;
export function toRowSchema<Row>(table: Table<Row>): z.ZodObject<Record<string, z.ZodType>> {
  return z.object(
    Object.fromEntries(selectColumns(table, 'api').map((column) => [column.key, toValueSchema(column)])),
  );
}

function toValueSchema<Row>(column: Column<Row>): z.ZodType {
  return describeSchema(getSchema(column), column);
}

function describeSchema(type: z.ZodType, { description, isNullable }: ListField): z.ZodType {
  const schema = isNullable ? type.nullable() : type;
  return description === undefined ? schema : schema.meta({ description: description.replace(/\.$/, '') });
}

function getSchema<Row>(column: Column<Row>): z.ZodType {
  if ('metric' in column || 'mean' in column) return metricSchema;
  if ('rate' in column) return rateSchema;
  if ('sentiment' in column) return sentimentSchema;
  if ('change' in column) return changeSchema.nullable();
  if ('engines' in column) return z.array(z.string());
  if ('list' in column) {
    const fields = Object.entries(column.fields);
    const shape = fields.map(([name, field]) => [name, describeSchema(getPlainSchema(field), field)]);
    return z.array(z.object(Object.fromEntries(shape)));
  }
  return getPlainSchema(column);
}

function getPlainSchema({ oneOf, type = 'text' }: ListField): z.ZodType {
  return oneOf ? z.enum(oneOf) : schemasByType[type];
}

const schemasByType: Record<ValueType, z.ZodType> = {
  text: z.string(),
  count: z.int(),
  number: z.number(),
  percent: z.number(),
  boolean: z.boolean(),
  id: z.uuid(),
  list: z.array(z.string()),
  day: z.iso.date(),
  instant: z.iso.datetime(),
  microsecond: z.iso.datetime({ precision: 6 }),
  engine: z.string(),
  link: z.string(),
};
