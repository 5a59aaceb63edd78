import http from 'node:http';
import https from 'node:https';

const plain = { request: http.request, agent: new http.Agent({ keepAlive: true }) };
const secure = { request: https.request, agent: new https.Agent({ keepAlive: true }) };

export interface Sent {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The address of the client, such as 127.0.0.9. */
  readonly from?: string | undefined;
}

/** Sends a request with little overhead, the same for all compared shops. Redirects are not followed. */
export function send(url: string, sent: Sent): Promise<{ status: number; text: string }> {
  const { method, headers, body = '', from } = sent;
  const { request, agent } = url.startsWith('https:') ? secure : plain;
  return new Promise((resolve, reject) => {
    const length = String(Buffer.byteLength(body));
    const options = {
      agent,
      method,
      headers: { ...headers, 'content-length': length },
      ...(from ? { localAddress: from } : {}),
    };
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
