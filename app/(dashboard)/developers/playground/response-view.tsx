'use client';

import { Tabs } from 'radix-ui';
import { useState } from 'react';
import { Chip } from '#components/ui/chip';
import { useCopyButton } from '#components/ui/copy-secret';
import { Notice } from '#components/ui/notice';
import { Tab } from '#components/ui/tab';
import type { RouteName } from '#lib/contract/routes';
import { formatJson } from '#lib/core/format-json';
import { defineMessages } from '#lib/core/messages';
import { formatCount, formatPlural } from '#lib/core/numbers';
import type { PlaygroundResponse } from '#lib/dashboard/playground/send-playground-request';
import { AnswerPanel } from './answer-panel';
import { getHeader, listCreatedTaskIds, readError } from './response-body';
import { TaskProgress } from './task-progress';

interface ResponseViewProps {
  endpoint: RouteName;
  response: PlaygroundResponse;
}

const messages = defineMessages({ tasks: '{tasks, plural, one {Task} other {Tasks}}' });

/** A response: its status, cost and error, the answer or the created tasks, its JSON and its headers. */
export function ResponseView({ endpoint, response }: ResponseViewProps) {
  const taskIds = endpoint === 'createTask' || endpoint === 'createTasks' ? listCreatedTaskIds(response) : [];
  const error = readError(response);
  const views = [
    ...(response.answer ? [['answer', 'Answer'] as const] : []),
    ...(taskIds.length > 0 ? [['tasks', messages.tasks({ tasks: taskIds.length })] as const] : []),
    ['json', 'JSON'] as const,
    ['headers', 'Headers'] as const,
  ];
  const [view, setView] = useState<string>(views[0]?.[0] ?? 'json');
  return (
    <div className="flex flex-col gap-4">
      <ResponseSummary response={response} />
      {error ? (
        <Notice tone="danger">
          <code className="font-mono text-xs">{error.code}</code> {error.message}
        </Notice>
      ) : null}
      <Tabs.Root value={view} onValueChange={setView}>
        <Tabs.List aria-label="Response" className="mb-4 flex gap-1 overflow-x-auto border-b">
          {views.map(([value, label]) => (
            <Tab key={value} value={value}>
              {label}
            </Tab>
          ))}
        </Tabs.List>
        <Tabs.Content value="answer" tabIndex={-1} className="outline-none">
          {response.answer ? <AnswerPanel answer={response.answer} /> : null}
        </Tabs.Content>
        <Tabs.Content value="tasks" tabIndex={-1} className="outline-none">
          <TaskProgress taskIds={taskIds} />
        </Tabs.Content>
        <Tabs.Content value="json" tabIndex={-1} className="outline-none">
          <JsonBody text={response.text} />
        </Tabs.Content>
        <Tabs.Content value="headers" tabIndex={-1} className="outline-none">
          <dl className="grid gap-x-4 gap-y-1 text-xs sm:grid-cols-[auto_1fr]">
            {response.headers.map(([name, value]) => (
              <div key={name} className="contents">
                <dt className="font-mono text-muted">{name}</dt>
                <dd className="font-mono wrap-anywhere max-sm:mb-1.5">{value}</dd>
              </div>
            ))}
          </dl>
        </Tabs.Content>
      </Tabs.Root>
    </div>
  );
}

function ResponseSummary({ response }: { response: PlaygroundResponse }) {
  const charged = getHeader(response, 'x-credits-charged');
  const requestId = getHeader(response, 'x-request-id');
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted" role="status">
      <Chip tone={response.status < 400 ? 'accent' : 'danger'}>{response.status}</Chip>
      <span>{formatCount(response.durationMs)} ms</span>
      {charged === undefined ? null : <span>{formatPlural(Number(charged), 'credit')} charged</span>}
      {requestId === undefined ? null : (
        <span className="text-xs wrap-anywhere">
          Request <code className="font-mono">{requestId}</code>
        </span>
      )}
    </p>
  );
}

function JsonBody({ text }: { text: string }) {
  const json = formatJson(text);
  const copy = useCopyButton(json);
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-center gap-2">
        {copy.button}
        <p role="status" className="text-xs text-muted">
          {copy.error}
        </p>
      </div>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard
        tabIndex={0}
        className="max-h-[40rem] overflow-auto rounded-lg bg-sunken p-3 font-mono text-xs"
      >
        {json}
      </pre>
    </div>
  );
}
