import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';
import { startServer } from '../../support/listen.ts';
import { openTransport, type OutgoingMail } from '#shared/mail/transport.ts';

const from = 'Hemline <hello@shop.example>';
const mail: OutgoingMail = {
  to: 'ada@example.com',
  subject: 'Grüße',
  html: '<p>Thank you</p>',
  text: 'Thank you',
  messageId: '7b0f3a52-0000-4000-8000-000000000000',
};
const cleanUp: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0)) await step();
});

/** A mail server that keeps what it takes, and does not know the address `nobody@`. */
async function smtpServer(received: string[]): Promise<string> {
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _, done) =>
      done(password === 'secret' ? null : new Error('Wrong password'), { user: username }),
    onRcptTo: ({ address }, _, done) => {
      const unknown = Object.assign(new Error('No such user'), { responseCode: 550 });
      done(address.startsWith('nobody@') ? unknown : null);
    },
    onData: (stream, _, done) => {
      void text(stream).then((it) => {
        received.push(it);
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUp.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return `127.0.0.1:${(server.server.address() as AddressInfo).port}`;
}

function overSmtp(url: string) {
  const transport = openTransport({ from, smtpUrl: url, apiUrl: '', apiKey: '' });
  cleanUp.unshift(async () => transport.close());
  return transport;
}

test('over SMTP a mail has both parts, its sender and its Message-ID', async () => {
  const received: string[] = [];
  const transport = overSmtp(`smtp://shop:secret@${await smtpServer(received)}`);
  await transport.send(mail);
  await transport.send(mail);
  expect(received).toHaveLength(2);
  for (const it of received) {
    expect(it).toContain('From: Hemline <hello@shop.example>');
    expect(it).toContain('To: ada@example.com');
    expect(it).toContain('Subject: =?UTF-8?Q?Gr=C3=BC=C3=9Fe?=');
    expect(it).toContain(`Message-ID: <${mail.messageId}@shop.example>`);
    expect(it).toContain('Auto-Submitted: auto-generated');
    expect(it).toMatch(/multipart\/alternative[^]*text\/plain[^]*Thank you[^]*text\/html/);
  }
});

test('over SMTP only an unknown recipient is final', async () => {
  const address = await smtpServer([]);
  const refused = overSmtp(`smtp://shop:secret@${address}`).send({
    ...mail,
    to: 'nobody@x.example',
  });
  await expect(refused).rejects.toMatchObject({ name: 'MailError', isFinal: true });
  await expect(overSmtp(`smtp://shop:wrong@${address}`).send(mail)).rejects.toMatchObject({
    ...{ name: 'MailError', isFinal: false },
  });
  await expect(overSmtp('smtp://127.0.0.1:9').send(mail)).rejects.toMatchObject({ isFinal: false });
});

test('over HTTP a mail is posted with the key and an idempotency key', async () => {
  const requests: { headers: Record<string, unknown>; body: unknown }[] = [];
  let status = 200;
  const { url, stop } = await startServer((request, response) => {
    void text(request).then((body) => {
      requests.push({ headers: request.headers, body: JSON.parse(body) });
      response.writeHead(status).end('{"message":"No"}');
    });
  });
  cleanUp.push(stop);
  const apiUrl = `${url}/emails`;
  const transport = openTransport({ from, smtpUrl: '', apiUrl, apiKey: 'key' });
  await transport.send(mail);
  const { messageId, ...rest } = mail;
  expect(requests).toMatchObject([
    {
      headers: { authorization: 'Bearer key', 'idempotency-key': messageId },
      body: { from, ...rest, headers: { 'Message-ID': `<${messageId}@shop.example>` } },
    },
  ]);
  for (const [answer, isFinal] of [
    [422, true],
    [401, false],
    [429, false],
    [500, false],
  ] as const) {
    status = answer;
    await expect(transport.send(mail)).rejects.toMatchObject({
      isFinal,
      message: `No (${answer})`,
    });
  }
});
