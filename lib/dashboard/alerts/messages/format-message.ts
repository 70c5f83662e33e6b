import { formatFacts } from '#lib/core/lists';
import { defineMessages } from '#lib/core/messages';
import type { AlertNotice } from '#lib/dashboard/alerts/messages/notice';
import type { EmailContent } from '#lib/email/email-content';
import { quoteName, withoutLinks } from '#lib/email/quote-text';

/** The content of a message. */
export interface MessageData {
  /** ID of the message: the same for every attempt, so that endpoints can detect duplicates. */
  id: string;
  project: { id: string; name: string };
  notices: readonly AlertNotice[];
  /** Public URL of the instance. */
  appUrl: string;
}

const kinds = { finding: 'Brand alert', monitoring: 'Monitoring health' } as const;

const messages = defineMessages({
  title: '{project}: {alerts, plural, one {{title}} other {# alerts}}',
  testSubject: 'Test message for {project} – Answerscope',
  subject:
    '{alerts, plural, one {Alert for {project}: {title}} other {# alerts for {project}}} – Answerscope',
  alert: '{kind}: {title}. {summary}',
  note: 'You’ll get another message about {alerts, plural, one {this alert} other {one of these alerts}} only if it is cleared and then raised again. Manage alerts at {url}.',
});

function getTitle({ project, notices }: MessageData): string {
  const [first] = notices;
  if (!first) return project.name;
  if (first.isTest) return first.title;
  return messages.title({ project: project.name, alerts: notices.length, title: first.title });
}

/** Returns the URL of the view that shows a notice's numbers. */
function getViewUrl({ project, appUrl }: MessageData, { view }: AlertNotice): string {
  return `${appUrl}/projects/${project.id}/${view.page}${view.query ? `?${view.query}` : ''}`;
}

const getAlertsUrl = ({ project, appUrl }: MessageData) => `${appUrl}/projects/${project.id}/alerts`;

function getSubject({ project, notices }: MessageData): string {
  const name = quoteName(project.name);
  const [first] = notices;
  if (first?.isTest) return messages.testSubject({ project: name });
  const title = first ? quoteName(first.title) : '';
  return messages.subject({ project: name, alerts: notices.length, title });
}

/** Returns the email of a message. Names that users have entered are quoted, and no text but ours contains links. */
export function formatEmail(message: MessageData): EmailContent & { subject: string } {
  const { notices } = message;
  const [first] = notices;
  const isSingle = notices.length === 1;
  return {
    subject: getSubject(message),
    paragraphs: notices
      .map(({ summary, category, title }) =>
        isSingle ? summary : messages.alert({ kind: kinds[category], title, summary }),
      )
      .map(withoutLinks),
    details:
      isSingle && first && !first.isTest
        ? [...first.details.map(withoutDetailLinks), { label: 'Kind', value: kinds[first.category] }]
        : [],
    action:
      isSingle && first
        ? { label: first.isTest ? 'View alerts' : 'View in Answerscope', url: getViewUrl(message, first) }
        : { label: 'View alerts', url: getAlertsUrl(message) },
    note: first?.isTest
      ? 'Someone with access to the project sent this test.'
      : messages.note({ alerts: notices.length, url: getAlertsUrl(message) }),
  };
}

const withoutDetailLinks = ({ label, value }: AlertNotice['details'][number]) => ({
  label: withoutLinks(label),
  value: withoutLinks(value),
});

/** Returns the JSON body of a webhook. */
export function formatWebhook(message: MessageData): string {
  const { id, project, notices } = message;
  return JSON.stringify({
    id,
    type: getWebhookType(notices),
    project,
    alerts: notices.map((notice) => {
      const { alertId, title, category, raisedAt, summary, details, numbers } = notice;
      return {
        id: alertId,
        title,
        category,
        raisedAt,
        summary,
        details,
        numbers,
        url: getViewUrl(message, notice),
      };
    }),
  });
}

function getWebhookType(notices: readonly AlertNotice[]): string {
  if (notices.some(({ isTest }) => isTest)) return 'alert.test';
  return notices.every(({ isChange }) => isChange) ? 'alert.changed' : 'alert.raised';
}

/** Slack allows 3,000 characters per section, 150 per header, and 50 blocks per message. */
const maxSlackText = 2_900;

/** Returns the JSON body of a Slack-compatible webhook. */
export function formatSlack(message: MessageData): string {
  const title = getTitle(message);
  const blocks = message.notices.flatMap((notice) => {
    const heading = message.notices.length > 1 ? `*${escapeSlack(notice.title)}*\n` : '';
    const details = notice.details
      .map(({ label, value }) => `${escapeSlack(label)}: ${escapeSlack(value)}`)
      .join('\n');
    const link = `<${getViewUrl(message, notice)}|View in Answerscope>`;
    const text = [`${heading}${escapeSlack(notice.summary)}`, details].filter(Boolean).join('\n\n');
    return [
      { type: 'section', text: { type: 'mrkdwn', text: text.slice(0, maxSlackText) } },
      {
        type: 'context',
        elements: [
          {
            type: 'mrkdwn',
            text: formatFacts([notice.isTest ? 'Test message' : kinds[notice.category], link]),
          },
        ],
      },
    ];
  });
  return JSON.stringify({
    text: escapeSlack(title),
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: title.slice(0, 150) } },
      ...blocks.slice(0, 48),
    ],
  });
}

/** Escapes the three characters that Slack reads as control characters. */
function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
