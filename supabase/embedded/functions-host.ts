// Runs in Deno. Collects the handler that each function passes to Deno.serve and routes on the first
// path segment, as a hosted project does.
export interface DenoRuntime {
  args: string[];
  exit(code: number): never;
  readDirSync(path: string): Iterable<{ name: string; isDirectory: boolean }>;
  serve(...args: unknown[]): unknown;
  stdin: { readable: ReadableStream<Uint8Array> };
}

type Handler = (request: Request, info: unknown) => Response | Promise<Response>;

const deno = (globalThis as { Deno: unknown }).Deno as DenoRuntime;
const [folder = '', , port = '0'] = deno.args;
const serve = deno.serve.bind(deno);
const handlers = new Map<string, Handler>();

for (const entry of deno.readDirSync(folder)) {
  if (!entry.isDirectory || entry.name.startsWith('_') || entry.name.startsWith('.')) continue;
  deno.serve = (...args) => {
    const handler = args.map(handlerOf).find((found) => found !== null);
    if (handler) handlers.set(entry.name, handler);
    return { finished: Promise.resolve(), shutdown: () => Promise.resolve() };
  };
  try {
    await import(`file://${folder}/${entry.name}/index.ts`);
  } catch (error) {
    // As on a hosted project, a broken function does not affect the others.
    console.error(`Function ${entry.name} failed to start:`, error);
    handlers.set(entry.name, () =>
      Response.json({ code: 'BOOT_ERROR', message: 'Function failed to start' }, { status: 503 }),
    );
  }
}

function handlerOf(argument: unknown): Handler | null {
  if (typeof argument === 'function') return argument as Handler;
  if (typeof argument !== 'object' || argument === null || !('handler' in argument)) return null;
  return argument.handler as Handler;
}

serve(
  {
    hostname: '127.0.0.1',
    port: Number(port),
    onListen: ({ port }: { port: number }) => console.log(`listening ${port}`),
  },
  async (request: Request, info: unknown) => {
    const [, name = ''] = new URL(request.url).pathname.split('/');
    const handler = handlers.get(name);
    if (handler) return handler(request, info);
    return Response.json(
      { code: 'NOT_FOUND', message: 'Requested function was not found' },
      { status: 404 },
    );
  },
);

// stdin closes when the launcher ends, however it ends.
for await (const _ of deno.stdin.readable) continue;
deno.exit(0);
