import { Agent, request as send, type IncomingMessage, type ServerResponse } from 'node:http';

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** Hands a request on as it is, but for who asks: that is what this server saw, never what was said. */
export function forwardToFunction(
  request: IncomingMessage,
  response: ServerResponse,
  port: number | null,
): void {
  if (port === null) {
    refuse(response, 503, 'The functions are starting');
    return;
  }
  const { connection: _hop, 'x-forwarded-for': _claimed, ...headers } = request.headers;
  const outgoing = send(
    {
      agent,
      port,
      host: '127.0.0.1',
      method: request.method,
      path: (request.url ?? '').slice('/functions/v1'.length),
      headers: { ...headers, 'x-forwarded-for': request.socket.remoteAddress ?? '' },
    },
    (incoming) => {
      const { connection: _close, 'keep-alive': _alive, ...answered } = incoming.headers;
      response.writeHead(incoming.statusCode ?? 502, answered);
      incoming.pipe(response);
    },
  );
  outgoing.once('error', () => refuse(response, 502, 'The function did not answer'));
  response.once('close', () => {
    if (!response.writableFinished) outgoing.destroy();
  });
  request.pipe(outgoing);
}

function refuse(response: ServerResponse, status: number, message: string): void {
  if (response.headersSent) response.destroy();
  else
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(JSON.stringify({ message }));
}
