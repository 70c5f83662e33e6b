import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { parseBrandsCsv } from '#lib/dashboard/prompts/parse-brands-csv';
import { parsePromptsCsv } from '#lib/dashboard/prompts/parse-prompts-csv';
import { emptyBrand } from '../../app/(dashboard)/projects/brand-draft';
import { mergeBrands } from '../../app/(dashboard)/projects/new/project-draft';
import { SkippedLines } from '../../app/(dashboard)/projects/skipped-lines';

const draft = {
  own: { ...emptyBrand, name: 'Tarnhoof' },
  competitors: ['Acme', 'Globex'].map((name) => ({ ...emptyBrand, name, key: name })),
};
const listCompetitors = (csv: string) =>
  mergeBrands(draft, parseBrandsCsv(csv)).competitors.map(({ name, domains }) => ({ name, domains }));

test('a file of brands adds to the brands in the form and replaces those with the same name', () => {
  const csv = 'name,domains,role\nACME ,acme.example,\nInitech,,\n';
  expect(mergeBrands(draft, parseBrandsCsv(csv)).own.name).toBe('Tarnhoof');
  expect(listCompetitors(csv)).toEqual([
    { name: 'Globex', domains: '' },
    { name: 'ACME', domains: 'acme.example' },
    { name: 'Initech', domains: '' },
  ]);
});

test('a file without competitors keeps those in the form, except one that becomes the own brand', () => {
  expect(listCompetitors('name,role\nacme,own')).toEqual([{ name: 'Globex', domains: '' }]);
  expect(mergeBrands(draft, parseBrandsCsv('name,role\nacme,own')).own.name).toBe('acme');
});

test('skipped rows are listed with all of their lines', () => {
  const { errors, header, prompts } = parsePromptsCsv('prompt,topic\nWhy?,\n"How,\nthen?",Boats,too many\n,');
  const html = renderToStaticMarkup(
    <SkippedLines errors={errors} header={header} fileName="prompts.csv" validCount={prompts.length} />,
  );
  const text = html.replaceAll(/<[^>]*>/g, '');
  expect(text).toContain('1 row can’t be imported. The other rows aren’t affected.');
  expect(text).toContain('Lines 3–4');
});
