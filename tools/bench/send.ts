import { Agent, request } from 'node:http';

const agent = new Agent({ keepAlive: true });

export interface Sent {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Sends a request with little overhead, the same for all compared shops. Redirects are not followed. */
export function send(url: string, sent: Sent): Promise<{ status: number; text: string }> {
  const { method, headers, body = '' } = sent;
  return new Promise((resolve, reject) => {
    const length = String(Buffer.byteLength(body));
    const options = { agent, method, headers: { ...headers, 'content-length': length } };
    const outgoing = request(url, options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() });
      });
      response.on('error', reject);
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
