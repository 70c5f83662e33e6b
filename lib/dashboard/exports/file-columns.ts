import { getEngineName } from '#lib/contract/engines';
import {
  type CellValue,
  type ChangeColumn,
  type Column,
  type EnginesColumn,
  type MeanColumn,
  type RateColumn,
  type SentimentColumn,
  selectColumns,
  type Table,
  type ValueColumn,
  type ValueType,
} from '#lib/contract/tables/define-table';
import { getInterval, type Interval } from '#lib/core/metric';
import { hasSentiment } from '#lib/core/sentiment';

/** The format in which a spreadsheet shows the values of a column. CSV and JSON contain them without formatting. */
export type CellFormat = 'percent' | 'day' | 'instant' | 'link';

/** `key` is used in JSON, `label` in CSV and XLSX. */
export interface ExportedColumn {
  key: string;
  label: string;
  format?: CellFormat | undefined;
  /** True if its values are sentences rather than names. */
  isLong?: boolean | undefined;
}

/** A column of a file, with the value of a row. */
interface FileColumn<Row> extends ExportedColumn {
  value: (row: Row) => CellValue;
}

type Name = Pick<ExportedColumn, 'key' | 'label' | 'format'>;

/** Returns the columns of a table in files. */
export function toFileColumns<Row>(table: Pick<Table<Row>, 'columns' | 'order'>): FileColumn<Row>[] {
  return selectColumns(table, 'file').flatMap(expandColumn);
}

const formats: Partial<Record<ValueType, CellFormat>> = {
  percent: 'percent',
  day: 'day',
  instant: 'instant',
  microsecond: 'instant',
  link: 'link',
};

function expandColumn<Row>(column: Column<Row>): FileColumn<Row>[] {
  const { isLong, label: shownLabel, fileLabel: label = shownLabel } = column;
  const key = column.fileKey ?? toFileKey(column.key);
  const name = { key, label };
  if ('list' in column) return [{ ...name, isLong, value: column.text }];
  if ('value' in column) return expandValue({ ...name, isLong }, column);
  if ('engines' in column) return expandEngines(name, column);
  if ('mean' in column) return expandMean(name, column);
  if ('sentiment' in column) return expandSentiment(name, column);
  if ('rate' in column) return expandRate(name, column);
  if ('change' in column) return expandChange(name, column);
  const { metric, hasChangeInFiles } = column;
  const change = (row: Row) => metric(row)?.change;
  return [
    ...expandRate(name, { rate: metric }),
    ...(hasChangeInFiles ? expandChange({ ...name, format: 'percent' }, { change }) : []),
  ];
}

/** Converts a key to snake_case. */
const toFileKey = (key: string) => key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const formatEngine = (engine: string) => (engine === 'all' ? 'All engines' : getEngineName(engine));

function expandValue<Row>(name: ExportedColumn, column: Column<Row> & ValueColumn<Row>): FileColumn<Row>[] {
  const { type = 'text', nullLabel, value } = column;
  if (type === 'engine') {
    return expandEngines(name, {
      engines(row) {
        const engine = value(row);
        return typeof engine === 'string' ? [engine] : [];
      },
    });
  }
  const isLines = type === 'list' && name.isLong;
  const toCell = (cell: CellValue) => (isLines && Array.isArray(cell) ? cell.join('\n') : cell);
  return [{ ...name, format: formats[type], value: (row) => toCell(value(row)) ?? nullLabel }];
}

function expandEngines<Row>({ key, label }: Name, { engines }: EnginesColumn<Row>): FileColumn<Row>[] {
  return [
    { key, label, value: (row) => engines(row)?.join('\n') },
    {
      key: `${key}_name`,
      label: `${label}, name`,
      value: (row) => engines(row)?.map(formatEngine).join('\n'),
    },
  ];
}

function expandMean<Row>({ key, label }: Name, { mean }: MeanColumn<Row>): FileColumn<Row>[] {
  return [
    { key, label, value: (row) => mean(row)?.mean },
    { key: `${key}_answers`, label: `${label}, answers`, value: (row) => mean(row)?.answers },
  ];
}

function expandSentiment<Row>({ key, label }: Name, { sentiment }: SentimentColumn<Row>): FileColumn<Row>[] {
  const countSentences = (row: Row) => {
    const counts = sentiment(row);
    return counts && hasSentiment(counts) ? counts.positive + counts.neutral + counts.negative : null;
  };
  return [
    { key, label, value: (row) => sentiment(row)?.value },
    { key: 'sentences', label: 'Sentences classified', value: countSentences },
  ];
}

function expandRate<Row>({ key, label }: Name, { rate }: RateColumn<Row>): FileColumn<Row>[] {
  const getRowInterval = (row: Row) => {
    const measured = rate(row);
    return measured && getInterval(measured);
  };
  return [
    { key, label, format: 'percent', value: (row) => rate(row)?.value },
    ...expandInterval({ key, label, format: 'percent' }, getRowInterval),
    { key: `${key}_numerator`, label: `${label}, numerator`, value: (row) => rate(row)?.numerator },
    { key: `${key}_denominator`, label: `${label}, denominator`, value: (row) => rate(row)?.denominator },
  ];
}

function expandChange<Row>({ key, label, format }: Name, { change }: ChangeColumn<Row>): FileColumn<Row>[] {
  const name = { key: `${key}_change`, label: `${label}, change`, format };
  return [
    { ...name, value: (row) => change(row)?.difference },
    ...expandInterval(name, (row: Row) => change(row)?.interval),
    { key: `${key}_verdict`, label: `${label}, verdict`, value: (row) => change(row)?.verdict },
  ];
}

function expandInterval<Row>(
  { key, label, format }: Name,
  getRowInterval: (row: Row) => Interval | null | undefined,
): FileColumn<Row>[] {
  return [
    {
      key: `${key}_low`,
      label: `${label}, 95% interval low`,
      format,
      value: (row) => getRowInterval(row)?.low,
    },
    {
      key: `${key}_high`,
      label: `${label}, 95% interval high`,
      format,
      value: (row) => getRowInterval(row)?.high,
    },
  ];
}
