import { Body } from '@react-email/body';
import { Button } from '@react-email/button';
import { Container } from '@react-email/container';
import { Head } from '@react-email/head';
import { Heading } from '@react-email/heading';
import { Hr } from '@react-email/hr';
import { Html } from '@react-email/html';
import { Link } from '@react-email/link';
import { Preview } from '@react-email/preview';
import { Section } from '@react-email/section';
import { Text } from '@react-email/text';
import { createElement, type ReactNode } from 'react';
import type { EmailContent } from '#lib/email/email-content';

// Without JSX: in the worker and the CLI, Node.js only strips the types of TypeScript and does not transform JSX.

const fontFamily = '-apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, Helvetica, Arial, sans-serif';
const colors = { text: '#18181b', muted: '#63636e', line: '#e4e4e7', accent: '#006b69' };
/**
 * The background is the mail client's, dark or light. Clients that ignore these styles show the light colors, or invert
 * them.
 */
const darkStyles = `:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .text { color: #ededf0 !important; }
  .muted { color: #a2a2ad !important; }
  .line { border-color: #2e2e33 !important; }
}`;
const textStyle = { color: colors.text, fontSize: 15, lineHeight: '23px', margin: '0 0 14px' };
const smallStyle = { color: colors.muted, fontSize: 13, lineHeight: '20px', margin: '0 0 8px' };

export interface EmailDocumentProps {
  subject: string;
  content: EmailContent;
  /** Public URL of the instance. */
  appUrl: string;
}

/** The layout of every email, readable without images and in dark mode. */
export function EmailDocument({ subject, content, appUrl }: EmailDocumentProps): ReactNode {
  const { paragraphs, action, details = [], note, unsubscribeUrl } = content;
  return createElement(
    Html,
    { lang: 'en' },
    createElement(
      Head,
      null,
      createElement('meta', { name: 'color-scheme', content: 'light dark' }),
      createElement('meta', { name: 'supported-color-schemes', content: 'light dark' }),
      createElement('title', null, subject),
      createElement('style', null, darkStyles),
    ),
    createElement(Preview, null, paragraphs[0] ?? subject),
    createElement(
      Body,
      { style: { fontFamily, margin: 0 } },
      createElement(
        Container,
        { style: { maxWidth: 520, padding: '32px 24px' } },
        createElement(
          Text,
          { className: 'muted', style: { ...smallStyle, fontWeight: 600, marginBottom: 20 } },
          'Answerscope',
        ),
        createElement(
          Heading,
          {
            as: 'h1',
            className: 'text',
            style: { color: colors.text, fontSize: 20, lineHeight: '27px', margin: '0 0 16px' },
          },
          subject,
        ),
        ...paragraphs.map((text) => createElement(Text, { className: 'text', style: textStyle }, text)),
        details.length > 0 && createElement(Details, { details }),
        action && createElement(Action, action),
        createElement(Hr, { className: 'line', style: { borderColor: colors.line, margin: '24px 0 16px' } }),
        note && createElement(Text, { className: 'muted', style: smallStyle }, note),
        createElement(
          Text,
          { className: 'muted', style: smallStyle },
          'Sent by Answerscope at ',
          createElement(
            Link,
            { href: appUrl, className: 'muted', style: { color: colors.muted, textDecoration: 'underline' } },
            appUrl.replace(/^https?:\/\//, ''),
          ),
          '. ',
          unsubscribeUrl &&
            createElement(
              Link,
              {
                href: unsubscribeUrl,
                className: 'muted',
                style: { color: colors.muted, textDecoration: 'underline' },
              },
              'Unsubscribe',
            ),
        ),
      ),
    ),
  );
}

function Details({ details }: { details: NonNullable<EmailContent['details']> }): ReactNode {
  const cellStyle = { fontSize: 14, lineHeight: '21px', padding: '2px 16px 2px 0', verticalAlign: 'top' };
  const rows = details.map(({ label, value }) =>
    createElement(
      'tr',
      { key: label },
      createElement(
        'td',
        { className: 'muted', style: { ...cellStyle, color: colors.muted, whiteSpace: 'nowrap' } },
        label,
      ),
      createElement('td', { className: 'text', style: { ...cellStyle, color: colors.text } }, value),
    ),
  );
  return createElement(
    Section,
    { style: { margin: '0 0 16px' } },
    createElement(
      'table',
      { role: 'presentation', cellPadding: 0, cellSpacing: 0 },
      createElement('tbody', null, rows),
    ),
  );
}

/** A button, and its link in full for clients that don't show buttons. */
function Action({ label, url }: NonNullable<EmailContent['action']>): ReactNode {
  const buttonStyle = {
    backgroundColor: colors.accent,
    color: '#ffffff',
    borderRadius: 6,
    padding: '10px 16px',
    fontSize: 15,
    fontWeight: 600,
  };
  return createElement(
    Section,
    { style: { margin: '22px 0 0' } },
    createElement(Button, { href: url, style: buttonStyle }, label),
    createElement(
      Text,
      { className: 'muted', style: { ...smallStyle, margin: '16px 0 0', wordBreak: 'break-word' } },
      'Or open this link: ',
      createElement(Link, { href: url, className: 'muted', style: { color: colors.muted } }, url),
    ),
  );
}
