import { createTransport } from 'nodemailer';
import { z } from 'zod';
import type { MailSettings } from '../settings.ts';

export interface OutgoingMail {
  to: string;
  subject: string;
  html: string;
  text: string;
  /** The same for each attempt. */
  messageId: string;
}

/** The mail server or the provider did not take a mail; `isFinal` if it never will. */
export class MailError extends Error {
  readonly isFinal: boolean;
  constructor(message: string, isFinal = false) {
    super(message);
    this.name = 'MailError';
    this.isFinal = isFinal;
  }
}

const timeoutMs = 15_000;

/** The host of the sender address, for Message-IDs. */
const hostOf = (from: string): string => /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost';

/** Sends mails one by one. `close` ends its connections. */
export interface Transport {
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
}

export function openTransport(settings: MailSettings): Transport {
  return settings.smtpUrl === '' ? overHttp(settings) : overSmtp(settings);
}

const headersFor = (messageId: string, from: string) => ({
  'Message-ID': `<${messageId}@${hostOf(from)}>`,
  'Auto-Submitted': 'auto-generated',
});

function overSmtp({ from, smtpUrl }: MailSettings): Transport {
  const server = createTransport({
    url: smtpUrl,
    pool: true,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });
  return {
    async send({ messageId, ...mail }) {
      const { 'Message-ID': id, ...headers } = headersFor(messageId, from);
      try {
        await server.sendMail({ from, ...mail, messageId: id, headers });
      } catch (error) {
        const { message, responseCode = 0, command = '' } = error as SmtpError;
        // Only what it says of the recipient is about this mail; the rest can be mended.
        throw new MailError(message, responseCode >= 500 && command === 'RCPT TO');
      }
    },
    close: () => server.close(),
  };
}

interface SmtpError extends Error {
  responseCode?: number;
  command?: string;
}

const refusal = z.object({ message: z.string() });

/** As Resend takes it, and others that follow its API. */
function overHttp({ from, apiUrl, apiKey }: MailSettings): Transport {
  return {
    async send({ messageId, ...mail }) {
      const response = await fetch(apiUrl, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${apiKey}`,
          'content-type': 'application/json',
          'idempotency-key': messageId,
        },
        body: JSON.stringify({ from, ...mail, headers: headersFor(messageId, from) }),
        signal: AbortSignal.timeout(timeoutMs),
      }).catch((error: unknown) => {
        throw new MailError(error instanceof Error ? error.message : String(error));
      });
      const reply: unknown = await response.json().catch(() => null);
      if (response.ok) return;
      const { success, data } = refusal.safeParse(reply);
      const reason = success ? data.message : response.statusText;
      throw new MailError(`${reason} (${response.status})`, response.status === 422);
    },
    close: () => undefined,
  };
}
