import type { ReactNode } from 'react';
import { ExportMenu } from '#components/sections/export-menu';
import { SandboxBadge } from '#components/sections/section';
import { TableView } from '#components/sections/table-view';
import type { Disclosure } from '#lib/contract/disclosure';
import {
  disclosureChangesTable,
  disclosureEnginesTable,
  disclosureFiguresTable,
  disclosureMethodsTable,
  disclosurePlacesTable,
  disclosurePromptsTable,
  disclosurePromptTypesTable,
} from '#lib/contract/tables/disclosure';
import { joinSentences } from '#lib/core/lists';
import {
  describeApiAnswers,
  describeFictionalAnswers,
  describePayment,
  describePrecision,
  describePrompts,
  describeRuns,
  describeUnchanged,
  missingValuesNote,
  noDisclosure,
} from '#lib/format/disclosure-sentences';

interface DisclosureSheetProps {
  /** Null for a report that an earlier version froze. */
  disclosure: Disclosure | null;
  /** The level of its headings: 2 on a page of its own, 3 below a heading of the report. */
  level?: 2 | 3;
}

/** The explanation of how the numbers of a report were made, on about one printed page. */
export function DisclosureSheet({ disclosure, level = 2 }: DisclosureSheetProps) {
  if (!disclosure) return <p className="max-w-prose pb-10 text-muted">{noDisclosure}</p>;
  const fictional = describeFictionalAnswers(disclosure);
  return (
    <div className="grid grid-cols-1 gap-x-12 md:grid-cols-2">
      {fictional ? (
        <p className="mb-6 flex flex-wrap items-center gap-3 md:col-span-2">
          <SandboxBadge isPartial={disclosure.fictional < disclosure.outcomes.answered} />
          {fictional}
        </p>
      ) : null}
      <Asked disclosure={disclosure} level={level} />
      <Counted disclosure={disclosure} level={level} />
      <Part
        level={level}
        title="Engines"
        text={joinSentences([describeApiAnswers(disclosure), missingValuesNote])}
        exportedTable={disclosureEnginesTable.name}
        isWide
      >
        <TableView
          table={disclosureEnginesTable}
          rows={disclosure.engines}
          getKey={({ engine }) => engine}
          views={{
            engine: { className: 'min-w-32 font-medium' },
            access: { className: 'min-w-40 text-muted' },
            models: { className: 'min-w-36 text-muted' },
            missing: { className: 'min-w-44 text-muted' },
          }}
        />
      </Part>
      <Part level={level} title="Countries and languages" exportedTable={disclosurePlacesTable.name}>
        <TableView
          table={disclosurePlacesTable}
          rows={disclosure.places}
          getKey={({ country, language }) => `${country} ${language}`}
          views={{ country: { className: 'min-w-28 font-medium' }, language: { className: 'text-muted' } }}
        />
      </Part>
      <Changed disclosure={disclosure} level={level} />
      <Part level={level} title="Precision" text={describePrecision(disclosure)} />
      <Part level={level} title="Who paid" text={describePayment(disclosure)} />
      <Part level={level} title="Methods" exportedTable={disclosureMethodsTable.name} isWide>
        <dl className="gap-x-12 text-xs md:columns-2">
          {disclosure.methods.map(({ metric, description }) => (
            <div key={metric} className="mb-3 break-inside-avoid">
              <dt className="font-semibold">{metric}</dt>
              <dd className="text-muted">{description}</dd>
            </div>
          ))}
        </dl>
      </Part>
    </div>
  );
}

interface SheetPartProps {
  disclosure: Disclosure;
  level: 2 | 3;
}

function Asked({ disclosure, level }: SheetPartProps) {
  const { promptTypes, prompts } = disclosure;
  return (
    <Part
      level={level}
      title="Prompts"
      text={describePrompts(disclosure)}
      exportedTable={disclosurePromptTypesTable.name}
    >
      <TableView
        table={disclosurePromptTypesTable}
        rows={promptTypes}
        getKey={({ topic }) => topic ?? 'all'}
        views={{ topic: { className: 'min-w-28 font-medium' } }}
      />
      {prompts ? (
        <details data-print="hide" className="mt-3">
          <summary className="flex min-h-8 cursor-pointer items-center text-muted hover:text-ink">
            {disclosurePromptsTable.title}
          </summary>
          <div className="flex items-start gap-2">
            <TableView
              table={disclosurePromptsTable}
              rows={prompts}
              getKey={({ text }) => text}
              className="max-h-96"
              views={{ prompt: { className: 'min-w-60' }, topic: { className: 'text-muted' } }}
            />
            <ExportMenu exportedTable={disclosurePromptsTable.name} title={disclosurePromptsTable.title} />
          </div>
        </details>
      ) : (
        <p className="mt-3 text-xs text-muted">The wording of the prompts is not part of this report.</p>
      )}
    </Part>
  );
}

function Counted({ disclosure, level }: SheetPartProps) {
  const { figures, comparedWith } = disclosure;
  // The sentences above the table contain the others.
  const shown = figures.filter(
    ({ unit, previous }) => unit === 'count' && (comparedWith === null || previous !== null),
  );
  return (
    <Part
      level={level}
      title="Period, answers and failures"
      text={describeRuns(disclosure)}
      exportedTable={disclosureFiguresTable.name}
    >
      <TableView
        table={disclosureFiguresTable}
        rows={shown}
        getKey={({ label }) => label}
        omit={comparedWith ? ['description'] : ['description', 'previous']}
        views={{
          figure: {
            className: 'min-w-28',
            cell: ({ label, description }) => <span title={description}>{label}</span>,
          },
          previous: { className: 'text-muted' },
        }}
      />
    </Part>
  );
}

function Changed({ disclosure, level }: SheetPartProps) {
  const { changes } = disclosure;
  return (
    <Part
      level={level}
      title="What changed in the panel"
      text={describeUnchanged(disclosure)}
      exportedTable={disclosureChangesTable.name}
    >
      {changes.length > 0 ? (
        <TableView
          table={disclosureChangesTable}
          rows={changes}
          getKey={({ day, change }) => `${day} ${change}`}
          views={{ day: { className: 'whitespace-nowrap text-muted' } }}
        />
      ) : null}
    </Part>
  );
}

interface PartProps {
  level: 2 | 3;
  title: string;
  /** Sentences below the title. */
  text?: string | null;
  exportedTable?: string;
  /** True if it spans both columns. */
  isWide?: boolean;
  children?: ReactNode;
}

function Part({ level, title, text, exportedTable, isWide, children }: PartProps) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <section
      aria-label={title}
      data-print="whole"
      className={`min-w-0 border-t pt-4 pb-8 print:pb-5 ${isWide ? 'md:col-span-2' : ''}`}
    >
      <div className="mb-3 flex min-h-8 items-start justify-between gap-4">
        <Heading className="text-base font-semibold">{title}</Heading>
        {exportedTable ? <ExportMenu exportedTable={exportedTable} title={title} /> : null}
      </div>
      {text ? <p className="mb-3 text-pretty">{text}</p> : null}
      {children}
    </section>
  );
}
