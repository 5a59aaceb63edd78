import { Agent, request } from 'node:http';

const agent = new Agent({ keepAlive: true });

export interface Sent {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A request that costs the machine as little as can be, as the other shops are asked too: redirects are not followed. */
export function send(url: string, sent: Sent): Promise<{ status: number; text: string }> {
  const { method, headers, body = '' } = sent;
  return new Promise((resolve, reject) => {
    const length = String(Buffer.byteLength(body));
    const options = { agent, method, headers: { ...headers, 'content-length': length } };
    const asked = request(url, options, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString() });
      });
      answer.on('error', reject);
    });
    asked.on('error', reject);
    asked.end(body);
  });
}
