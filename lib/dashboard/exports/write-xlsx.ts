import type { Readable } from 'node:stream';
import { writeZip } from '#lib/core/zip';
import type { ExportedRow } from '#lib/dashboard/exports/exported-table';
import type { ExportedColumn } from '#lib/dashboard/exports/file-columns';
import { escapeXml, formatWorksheet } from '#lib/dashboard/exports/worksheet';

/**
 * Writes rows as an Excel workbook (ECMA-376) with one worksheet while they are read. Keeps only the URLs of links in
 * memory. Shares are percentages, days and instants are dates in UTC, URLs are links, and no text can be a formula. A
 * failure of `rows` aborts the stream.
 */
export function writeXlsx(
  columns: readonly ExportedColumn[],
  rows: AsyncIterable<ExportedRow> | Iterable<ExportedRow>,
): Readable {
  const links: string[] = [];
  const files = [
    ...Object.entries(parts).map(([path, xml]) => ({ path, read: () => [declaration + xml] })),
    { path: 'xl/worksheets/sheet1.xml', read: () => formatWorksheet(columns, rows, links) },
    // Written after the worksheet, which finds the links.
    { path: 'xl/worksheets/_rels/sheet1.xml.rels', read: () => formatLinks(links) },
  ];
  return writeZip(files, { mtime: firstDate });
}

/** The earliest date that a ZIP archive can hold. All files have it, so that equal rows produce equal archives. */
const firstDate = new Date('1980-01-01');
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const openXml = 'http://schemas.openxmlformats.org';
const relationshipTypes = `${openXml}/officeDocument/2006/relationships`;
const mediaTypes = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const formatRelationships = (relationships: string) =>
  `<Relationships xmlns="${openXml}/package/2006/relationships">${relationships}</Relationships>`;

/** The files of a workbook that are always the same. The order of the cell formats is that of `cellStyles`. */
const parts: Record<string, string> = {
  '[Content_Types].xml': `<Types xmlns="${openXml}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${mediaTypes}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${mediaTypes}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${mediaTypes}.worksheet+xml"/></Types>`,
  '_rels/.rels': formatRelationships(
    `<Relationship Id="rId1" Type="${relationshipTypes}/officeDocument" Target="xl/workbook.xml"/>`,
  ),
  'xl/workbook.xml': `<workbook xmlns="${openXml}/spreadsheetml/2006/main" xmlns:r="${relationshipTypes}"><sheets><sheet name="Answerscope" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': formatRelationships(
    `<Relationship Id="rId1" Type="${relationshipTypes}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relationshipTypes}/styles" Target="styles.xml"/>`,
  ),
  'xl/styles.xml': `<styleSheet xmlns="${openXml}/spreadsheetml/2006/main"><numFmts count="3"><numFmt numFmtId="164" formatCode="0.0%"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="166" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="3"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font><font><u/><sz val="11"/><color rgb="FF006B69"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="6"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="166" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="0" fontId="2" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs></styleSheet>`,
};

function* formatLinks(links: readonly string[]): Generator<string> {
  yield declaration;
  yield formatRelationships('').replace('</Relationships>', '');
  for (const [index, url] of links.entries()) {
    yield `<Relationship Id="rId${index + 1}" Type="${relationshipTypes}/hyperlink" Target="${escapeXml(new URL(url).href)}" TargetMode="External"/>`;
  }
  yield '</Relationships>';
}
