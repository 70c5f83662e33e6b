import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { waitFor } from '#tests/support/wait';

/** An email as it arrived. `raw` contains its encoded headers and parts. */
export interface ReceivedEmail {
  to: string[];
  raw: string;
}

/** The server accepts messages, never responds to them, or refuses them with a code. */
type Behavior = 'accept' | 'hang' | { code: number; message: string };

/** Starts a real SMTP server on loopback that keeps the emails it accepts. */
export async function startSmtpServer() {
  const received: ReceivedEmail[] = [];
  let behavior: Behavior = 'accept';
  let transmissions = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onData(stream, session, done) {
      transmissions += 1;
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (behavior === 'hang') return;
        if (behavior !== 'accept') {
          done(Object.assign(new Error(behavior.message), { responseCode: behavior.code }));
          return;
        }
        const to = session.envelope.rcptTo.map(({ address }) => address);
        received.push({ to, raw: Buffer.concat(chunks).toString() });
        done();
      });
    },
  });
  // Killed processes break their connections.
  server.on('error', () => {});
  await new Promise<void>((started) => server.listen(0, '127.0.0.1', started));
  const { port } = server.server.address() as AddressInfo;
  const findEmail = (to: string, subject: string) =>
    received.find((email) => email.to.includes(to) && readSubject(email.raw).startsWith(subject));
  const waitForEmail = (to: string, subject: string) =>
    waitFor(`"${subject}" arrives at ${to}`, () => findEmail(to, subject));
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    /** Returns the number of messages that clients have started to send, accepted or not. */
    countTransmissions: () => transmissions,
    setBehavior(next: Behavior) {
      behavior = next;
    },
    waitForEmail,
    /** Waits for an email and returns the URL of its button. */
    async waitForLink(to: string, subject: string): Promise<string> {
      const email = await waitForEmail(to, subject);
      const [link] = decodeQuotedPrintable(email.raw).match(/https?:\/\/\S+/) ?? [];
      if (!link) throw new Error('The email has no link.');
      return link;
    },
    stop: () => new Promise<void>((stopped) => server.close(stopped)),
  };
}

/** Returns the subject of an email, whose words other than ASCII are encoded (RFC 2047, quoted-printable). */
export function readSubject(raw: string): string {
  const [, header = ''] = /^Subject: (.*(?:\r\n[ \t].*)*)/m.exec(raw) ?? [];
  return header
    .replace(/\?=\s+=\?UTF-8\?Q\?/g, '')
    .replace(/=\?UTF-8\?Q\?(.*?)\?=/g, (_, words: string) =>
      decodeQuotedPrintable(words.replaceAll('_', ' ')),
    )
    .replace(/\r\n[ \t]/g, ' ');
}

/** Decodes the soft line breaks and the bytes, such as `=3D`, of a quoted-printable part. */
export function decodeQuotedPrintable(text: string): string {
  return text
    .replace(/=\r?\n/g, '')
    .replace(/(?:=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString());
}
