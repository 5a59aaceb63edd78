import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Files by path, as `functions deploy` sent them for one function. */
type Bundle = ReadonlyMap<string, string>;

export interface ManagementApi {
  /** For the Supabase CLI's `--profile`. */
  readonly profile: string;
  readonly bundles: ReadonlyMap<string, Bundle>;
  /** What `secrets set` sent, by name. */
  readonly secrets: ReadonlyMap<string, string>;
  stop(): Promise<void>;
}

/** Stands for the address where `supabase functions deploy` and `secrets set` send what they have. */
export async function startManagementApi(): Promise<ManagementApi> {
  const bundles = new Map<string, Bundle>();
  const secrets = new Map<string, string>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      void read(
        request.url ?? '',
        request.headers['content-type'] ?? '',
        Buffer.concat(chunks),
      ).then((answer) => {
        response.writeHead(answer === null ? 200 : 201, { 'content-type': 'application/json' });
        response.end(JSON.stringify(answer ?? []));
      });
    });
  });
  const read = async (url: string, type: string, body: Buffer) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    const slug = searchParams.get('slug') ?? '';
    if (pathname.endsWith('/secrets')) {
      const sent = JSON.parse(body.toString()) as { name: string; value: string }[];
      for (const { name, value } of sent) secrets.set(name, value);
      return {};
    }
    if (!pathname.endsWith('/functions/deploy')) return null;
    const form = await new Response(new Uint8Array(body), {
      headers: { 'content-type': type },
    }).formData();
    const files = new Map<string, string>();
    for (const [name, value] of form) {
      if (name === 'file' && value instanceof File) files.set(value.name, await value.text());
    }
    bundles.set(slug, files);
    const now = Date.now();
    const made = { status: 'ACTIVE', version: 1, created_at: now, updated_at: now };
    return { id: slug, slug, name: slug, verify_jwt: false, ...made };
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const folder = await mkdtemp(join(tmpdir(), 'hemline-profile-'));
  const profile = join(folder, 'profile.yaml');
  const lines = {
    name: 'trial',
    api_url: address,
    dashboard_url: address,
    project_host: 'localhost',
  };
  await writeFile(
    profile,
    Object.entries(lines)
      .map((it) => it.join(': '))
      .join('\n'),
  );
  return {
    profile,
    bundles,
    secrets,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      await rm(folder, { recursive: true });
    },
  };
}
