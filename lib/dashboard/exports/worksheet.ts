import type { ExportedRow } from '#lib/dashboard/exports/exported-table';
import type { CellFormat, ExportedColumn } from '#lib/dashboard/exports/file-columns';

/** Excel cannot open files with longer cells. */
const maxCellLength = 32_767;
const truncationNote = '… (truncated; CSV and JSON contain the whole text)';
const maxRows = 1_048_576;
/** Links that Excel allows in a worksheet; further URLs stay text. */
const maxLinks = 65_530;
/** Bounds of column widths, in characters, and the padding that is added to them. */
const widths = { min: 9, max: 60, padding: 3 };
const dayMs = 86_400_000;
/** The serial number of 1970-01-01 in spreadsheets. */
const epochDay = 25_569;
const chunkLength = 65_536;

/** Numbers of the cell styles in `styles.xml`. */
const cellStyles: Record<CellFormat | 'header', number> = {
  header: 1,
  percent: 2,
  day: 3,
  instant: 4,
  link: 5,
};

const worksheetTypes =
  'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';

/**
 * Yields the XML of a worksheet while its rows are read, with typed cells, a frozen header, and column widths by format
 * and label. It has no formulas: a text such as `=1+1` stays a text.
 * @param links receives the URL of each link; its relationship ID is `rId` followed by its position, from 1
 * @throws Error if there are more rows than a worksheet can hold
 */
export async function* formatWorksheet(
  columns: readonly ExportedColumn[],
  rows: AsyncIterable<ExportedRow> | Iterable<ExportedRow>,
  links: string[],
): AsyncGenerator<string> {
  const linkedCells: string[] = [];
  let xml = formatHead(columns);
  let rowNumber = 1;
  for await (const row of rows) {
    rowNumber += 1;
    if (rowNumber > maxRows) throw new Error(`A worksheet has at most ${maxRows} rows.`);
    const cells = columns.map((column, index) => {
      const cell = formatCell(`${getColumnName(index)}${rowNumber}`, row[column.key] ?? null, column.format);
      if (cell.url !== undefined && links.length < maxLinks) {
        links.push(cell.url);
        linkedCells.push(cell.reference);
      }
      return cell.xml;
    });
    xml += `<row r="${rowNumber}">${cells.join('')}</row>`;
    if (xml.length < chunkLength) continue;
    yield xml;
    xml = '';
  }
  const hyperlinks = linkedCells.map(
    (reference, index) => `<hyperlink ref="${reference}" r:id="rId${index + 1}"/>`,
  );
  const hyperlinksXml = hyperlinks.length > 0 ? `<hyperlinks>${hyperlinks.join('')}</hyperlinks>` : '';
  yield `${xml}</sheetData>${hyperlinksXml}</worksheet>`;
}

function formatHead(columns: readonly ExportedColumn[]): string {
  const cols = columns.map((column, index) => {
    const width = Math.min(widths.max, Math.max(widths.min, getContentLength(column))) + widths.padding;
    return `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`;
  });
  const labels = columns.map(
    ({ label }, index) => `<c r="${getColumnName(index)}1" s="${cellStyles.header}" ${formatText(label)}</c>`,
  );
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet ${worksheetTypes}><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${cols.join('')}</cols><sheetData><row r="1">${labels.join('')}</row>`;
}

/** Estimates the length of a column's content from its label and format, so that sending can start before rows are read. */
function getContentLength({ label, format, isLong }: ExportedColumn): number {
  const formatted = format ? { percent: 7, day: 11, instant: 19, link: widths.max }[format] : 0;
  return Math.max(label.length, formatted, isLong ? widths.max : 0);
}

interface Cell {
  reference: string;
  xml: string;
  /** The target of a link. */
  url?: string;
}

function formatCell(reference: string, value: string | number | null, format: CellFormat | undefined): Cell {
  if (value === null || value === '') return { reference, xml: '' };
  if (typeof value === 'number') {
    const style = format === 'percent' ? ` s="${cellStyles.percent}"` : '';
    return { reference, xml: `<c r="${reference}"${style}><v>${value}</v></c>` };
  }
  const serial = format === 'day' || format === 'instant' ? toSerialNumber(value) : null;
  if (format && serial !== null) {
    return { reference, xml: `<c r="${reference}" s="${cellStyles[format]}"><v>${serial}</v></c>` };
  }
  const text = `${formatText(value)}</c>`;
  if (format !== 'link' || !isWebUrl(value)) return { reference, xml: `<c r="${reference}" ${text}` };
  return { reference, xml: `<c r="${reference}" s="${cellStyles.link}" ${text}`, url: value };
}

/** Returns the serial number of a day or instant, in UTC; null if the text is neither. */
function toSerialNumber(text: string): number | null {
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? null : ms / dayMs + epochDay;
}

/** Excel cannot open files with longer link targets. */
const maxUrlLength = 2_079;
const isWebUrl = (text: string) =>
  /^https?:\/\//i.test(text) && URL.canParse(text) && text.length <= maxUrlLength;

/** Returns the rest of a cell's start tag, and the text as an inline string. */
function formatText(text: string): string {
  const cut =
    text.length > maxCellLength
      ? `${text.slice(0, maxCellLength - truncationNote.length)}${truncationNote}`
      : text;
  return `t="inlineStr"><is><t xml:space="preserve">${escapeXml(cut)}</t></is>`;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
// biome-ignore lint/suspicious/noControlCharactersInRegex: Control characters that XML forbids, and CR, which parsers would change to LF.
const forbidden = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g;

/** Escapes a text as spreadsheets do: characters that XML forbids or changes become codes such as `_x0008_` (ECMA-376, ST_Xstring). */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replaceAll(forbidden, (character) => `_x${character.charCodeAt(0).toString(16).padStart(4, '0')}_`)
    .replaceAll(/[&<>"]/g, (character) => entities[character] ?? '');
}

/** Returns the name of a column: A, …, Z, AA, AB, … */
function getColumnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : getColumnName(Math.floor(index / 26) - 1) + letter;
}
