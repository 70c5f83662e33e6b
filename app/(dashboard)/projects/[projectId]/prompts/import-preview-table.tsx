import { Chip } from '#components/ui/chip';
import { Notice } from '#components/ui/notice';
import { Cell, HeadCell, Row, Table, TableHead } from '#components/ui/table';
import type { ImportPreview } from '#lib/dashboard/prompts/preview-import';

const mostRows = 50;

/** What an import would do: what is wrong, line by line, or the prompts as they would be stored. */
export function ImportPreviewTable({ preview }: { preview: ImportPreview }) {
  const { prompts, problems } = preview;
  if (problems.length > 0) {
    return (
      <div className="flex flex-col gap-3">
        <Notice tone="danger">
          {problems.length === 1 ? 'One line is' : `${problems.length} lines are`} not right, so nothing is
          imported. Correct the file and choose it again.
        </Notice>
        <ul className="flex flex-col gap-1.5">
          {problems.slice(0, mostRows).map((problem) => (
            <li key={`${problem.line} ${problem.message}`} className="flex gap-3">
              <span className="w-16 shrink-0 text-muted">Line {problem.line}</span>
              <span>{problem.message}</span>
            </li>
          ))}
        </ul>
        {problems.length > mostRows ? (
          <p className="text-xs text-muted">
            {mostRows} of {problems.length} shown.
          </p>
        ) : null}
      </div>
    );
  }
  const present = prompts.filter((prompt) => prompt.present).length;
  const tagged = prompts.some(({ tags }) => tags.length > 0);
  const languages = new Set(prompts.map(({ language }) => language)).size > 1;
  return (
    <div className="flex flex-col gap-3">
      <p className="text-muted" role="status">
        {prompts.length - present} new{present > 0 ? `, ${present} in the project already` : ''}.
      </p>
      <Table label="Prompts in the file" className="max-h-72 overflow-y-auto">
        <TableHead>
          <HeadCell>Prompt</HeadCell>
          <HeadCell>Topic</HeadCell>
          {tagged ? <HeadCell>Tags</HeadCell> : null}
          {languages ? <HeadCell>Language</HeadCell> : null}
        </TableHead>
        <tbody>
          {prompts.slice(0, mostRows).map((prompt) => (
            <Row key={prompt.line} className={prompt.present ? 'text-faint' : undefined}>
              <Cell>
                {prompt.text} {prompt.present ? <Chip>There already</Chip> : null}
              </Cell>
              <Cell className="text-muted">{prompt.topic}</Cell>
              {tagged ? <Cell className="text-muted">{prompt.tags.join(', ')}</Cell> : null}
              {languages ? <Cell className="text-muted">{prompt.language}</Cell> : null}
            </Row>
          ))}
        </tbody>
      </Table>
      {prompts.length > mostRows ? (
        <p className="text-xs text-muted">
          {mostRows} of {prompts.length} shown.
        </p>
      ) : null}
    </div>
  );
}
