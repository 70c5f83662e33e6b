import { Parser } from 'htmlparser2';
import { readZip } from '#tests/support/read-zip';

export interface ReadCell {
  value: string | number;
  /** The number format, such as `0.0%`; undefined for plain cells. */
  format?: string;
  link?: string;
}

interface Element {
  name: string;
  attributes: Record<string, string>;
  text: string;
}

/** Parses XML strictly enough for a workbook: every element with its attributes and its own text. */
function parseXml(xml: string): Element[] {
  const elements: Element[] = [];
  const openElements: Element[] = [];
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const element = { name, attributes, text: '' };
        elements.push(element);
        openElements.push(element);
      },
      ontext(text) {
        const element = openElements.at(-1);
        if (element) element.text += text;
      },
      onclosetag(name) {
        if (openElements.pop()?.name !== name) throw new Error(`<${name}> is not closed.`);
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return elements;
}

/** Reads the first sheet of a workbook, whose first row contains the labels. @throws Error if the ZIP or XML is incomplete */
export function readXlsx(file: Buffer) {
  const parts = readZip(file);
  const read = (path: string) => parseXml(parts.get(path) ?? '');
  const styles = read('xl/styles.xml');
  const formats = new Map(
    styles
      .filter(({ name }) => name === 'numFmt')
      .map(({ attributes }) => [attributes.numFmtId, attributes.formatCode?.replaceAll('\\', '')]),
  );
  const cellFormats = styles.slice(styles.findIndex(({ name }) => name === 'cellXfs')).filter(isCellFormat);
  const links = new Map(
    read('xl/worksheets/_rels/sheet1.xml.rels').map(({ attributes }) => [attributes.Id, attributes.Target]),
  );
  const sheet = read('xl/worksheets/sheet1.xml');
  const linkedCells = new Map(
    sheet
      .filter(({ name }) => name === 'hyperlink')
      .map(({ attributes }) => [attributes.ref, links.get(attributes['r:id'])]),
  );
  const rows: Map<string, ReadCell>[] = [];
  let cell: Element | undefined;
  for (const element of sheet) {
    if (element.name === 'row') rows.push(new Map());
    if (element.name === 'c') cell = element;
    if (!cell || (element.name !== 'v' && element.name !== 't')) continue;
    const { r = '', s = '0' } = cell.attributes;
    const format = formats.get(cellFormats[Number(s)]?.attributes.numFmtId ?? '');
    const link = linkedCells.get(r);
    const value = element.name === 'v' ? Number(element.text) : unescapeText(element.text);
    rows.at(-1)?.set(r.replace(/\d+$/, ''), { value, ...(format && { format }), ...(link && { link }) });
  }
  const [labels = new Map<string, ReadCell>(), ...cells] = rows;
  return {
    labels: [...labels.values()].map(({ value }) => value),
    /** The cells of each row in the order of `labels`; null for an empty cell. */
    rows: cells.map((row) => [...labels.keys()].map((column) => row.get(column) ?? null)),
    hasFormulas: sheet.some(({ name }) => name === 'f'),
    isHeaderFrozen: sheet.some(
      ({ name, attributes }) => name === 'pane' && attributes.ySplit === '1' && attributes.state === 'frozen',
    ),
  };
}

const isCellFormat = ({ name }: Element) => name === 'xf';

const unescapeText = (text: string) =>
  text.replaceAll(/_x([0-9a-f]{4})_/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** Converts the number of a date cell, in days, to its instant. 25,569 is 1 January 1970. */
export const toInstant = (serial: number) => new Date(Math.round((serial - 25_569) * 86_400_000));
