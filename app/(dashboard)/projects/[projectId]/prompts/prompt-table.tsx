'use client';

import { Archive, Search } from 'lucide-react';
import Link from 'next/link';
import { parseAsString, useQueryStates } from 'nuqs';
import { useState } from 'react';
import { Button } from '#components/ui/button';
import { Checkbox } from '#components/ui/checkbox';
import { Chip } from '#components/ui/chip';
import { EmptyState } from '#components/ui/empty-state';
import { inputClasses } from '#components/ui/field';
import { Notice } from '#components/ui/notice';
import { Cell, HeadCell, Row, Table, TableHead } from '#components/ui/table';
import { useToast } from '#components/ui/toast';
import type { Prompt } from '#lib/dashboard/prompts/prompt';
import { useAction } from '../../../use-action';
import { addPromptsAction, archivePromptsAction } from './actions';

interface PromptTableProps {
  projectId: string;
  prompts: readonly Prompt[];
  topics: readonly string[];
  mayEdit: boolean;
}

/** The prompts, searched and filtered by the address, archived in groups. */
export function PromptTable({ projectId, prompts, topics, mayEdit }: PromptTableProps) {
  const toast = useToast();
  const [{ q, topic }, setFilters] = useQueryStates({
    q: parseAsString.withDefault(''),
    topic: parseAsString.withDefault(''),
  });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const restore = useAction(addPromptsAction, () => undefined);
  const archive = useAction(archivePromptsAction, (archived) => {
    const gone = prompts.filter((prompt) => chosen.has(prompt.id));
    setChosen(new Set());
    toast({
      title: `${archived} ${archived === 1 ? 'prompt' : 'prompts'} archived`,
      description: 'No longer asked; the answers stay.',
      undo: () => restore.run(projectId, gone),
    });
  });
  const words = q.trim().toLowerCase();
  const shown = prompts.filter(
    (prompt) => (topic === '' || prompt.topic === topic) && prompt.text.toLowerCase().includes(words),
  );
  const all = shown.length > 0 && shown.every((prompt) => chosen.has(prompt.id));
  const toggle = (ids: string[], on: boolean) =>
    setChosen((before) => {
      const next = new Set(before);
      for (const id of ids) on ? next.add(id) : next.delete(id);
      return next;
    });
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <div className="relative w-full sm:w-72">
          <Search className="pointer-events-none absolute top-2.5 left-3 size-4 text-faint" aria-hidden />
          <input
            type="search"
            aria-label="Search prompts"
            placeholder="Search prompts"
            className={`${inputClasses} h-9 pl-9`}
            value={q}
            onChange={(event) => setFilters({ q: event.target.value || null })}
          />
        </div>
        <fieldset className="flex flex-wrap gap-1">
          <legend className="sr-only">Topic</legend>
          {['', ...topics].map((one) => (
            <Button
              key={one}
              size="small"
              kind={topic === one ? 'secondary' : 'quiet'}
              aria-pressed={topic === one}
              onClick={() => setFilters({ topic: one || null })}
            >
              {one || 'All topics'}
            </Button>
          ))}
        </fieldset>
        {chosen.size > 0 ? (
          <Button
            size="small"
            className="ml-auto"
            busy={archive.busy}
            onClick={() => archive.run(projectId, [...chosen])}
          >
            <Archive aria-hidden />
            Archive {chosen.size}
          </Button>
        ) : null}
      </div>
      {archive.problem ? <Notice tone="danger">{archive.problem.message}</Notice> : null}
      {shown.length === 0 ? (
        <EmptyState
          title="Nothing matches"
          action={<Button onClick={() => setFilters({ q: null, topic: null })}>Clear the search</Button>}
        >
          There are {prompts.length} prompts, but none with these words in this topic.
        </EmptyState>
      ) : (
        <Table label="Prompts">
          <TableHead>
            <tr>
              {mayEdit ? (
                <HeadCell className="w-8">
                  <Checkbox
                    label="Choose all"
                    labelHidden
                    checked={all}
                    onChange={(on) =>
                      toggle(
                        shown.map((prompt) => prompt.id),
                        on,
                      )
                    }
                  />
                </HeadCell>
              ) : null}
              <HeadCell>Prompt</HeadCell>
              <HeadCell>Topic</HeadCell>
              <HeadCell>Tags</HeadCell>
              <HeadCell>Language</HeadCell>
            </tr>
          </TableHead>
          <tbody>
            {shown.map((prompt) => (
              <Row key={prompt.id}>
                {mayEdit ? (
                  <Cell>
                    <Checkbox
                      label={`Choose “${prompt.text}”`}
                      labelHidden
                      checked={chosen.has(prompt.id)}
                      onChange={(on) => toggle([prompt.id], on)}
                    />
                  </Cell>
                ) : null}
                <Cell className="min-w-64">
                  {prompt.text} {prompt.branded ? <Chip tone="accent">branded</Chip> : null}
                </Cell>
                <Cell className="whitespace-nowrap">
                  {prompt.topic ? (
                    <Link
                      className="text-muted hover:text-ink hover:underline"
                      href={`/projects/${projectId}/overview?topic=${encodeURIComponent(prompt.topic)}`}
                    >
                      {prompt.topic}
                    </Link>
                  ) : null}
                </Cell>
                <Cell>
                  <span className="flex flex-wrap gap-1">
                    {prompt.tags.map((tag) => (
                      <Chip key={tag}>{tag}</Chip>
                    ))}
                  </span>
                </Cell>
                <Cell className="text-muted">{prompt.language}</Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      )}
    </div>
  );
}
