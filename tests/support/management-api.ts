import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The files of one function by path, as uploaded by `functions deploy`. */
type Bundle = ReadonlyMap<string, string>;

export interface ManagementApi {
  /** For the Supabase CLI's `--profile`. */
  readonly profile: string;
  readonly bundles: ReadonlyMap<string, Bundle>;
  /** The secrets, as changed by `secrets set` and `secrets unset`. */
  readonly secrets: Map<string, string>;
  /** The bodies of all other requests, by method and path. */
  readonly requests: ReadonlyMap<string, unknown>;
  stop(): Promise<void>;
}

/** The only project. */
const projectRef = 'abcdefghijklmnopqrst';
const organisation = 'my-org';
const pooler = `postgresql://postgres.${projectRef}:[YOUR-PASSWORD]@eu.pooler.supabase.com:6543/postgres`;

const project = {
  ...{ id: projectRef, ref: projectRef, name: 'hemline', region: 'eu-central-1' },
  ...{ organization_id: organisation, organization_slug: organisation, status: 'ACTIVE_HEALTHY' },
  created_at: '2026-11-21T00:00:00Z',
  database: {
    ...{ host: `db.${projectRef}.supabase.co`, version: '17.4.1.054' },
    ...{ postgres_engine: '17', release_channel: 'ga' },
  },
};

const auth = { site_url: 'http://localhost:3000', additional_redirect_urls: [] };

/** The responses for a new project, as far as the CLI uses them. */
const responses: Readonly<Record<string, unknown>> = {
  'POST /v1/projects': project,
  [`GET /v1/projects/${projectRef}`]: project,
  [`GET /v1/projects/${projectRef}/api-keys`]: [
    { name: 'anon', id: 'a', api_key: 'the-anon-key', type: 'legacy' },
    { name: 'service_role', id: 's', api_key: 'the-service-key', type: 'legacy' },
  ],
  [`GET /v1/projects/${projectRef}/config/database/pooler`]: [
    {
      ...{ identifier: projectRef, database_type: 'PRIMARY', is_using_scram_auth: true },
      ...{
        db_user: 'postgres',
        db_host: 'eu.pooler.supabase.com',
        db_port: 6543,
        db_name: 'postgres',
      },
      ...{ connection_string: pooler, connectionString: pooler },
      ...{ default_pool_size: 15, max_client_conn: 200, pool_mode: 'transaction' },
    },
  ],
  [`GET /v1/projects/${projectRef}/billing/addons`]: { selected_addons: [], available_addons: [] },
  [`GET /v2/projects/${projectRef}/config`]: {
    data: { id: projectRef, type: 'project_config', attributes: { auth } },
  },
};

/** A test double of Supabase's Management API, for the Supabase CLI. */
export async function startManagementApi(): Promise<ManagementApi> {
  const bundles = new Map<string, Bundle>();
  const secrets = new Map<string, string>();
  const requests = new Map<string, unknown>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      void read(method, url, headers['content-type'] ?? '', Buffer.concat(chunks)).then((body) => {
        response.writeHead(method === 'POST' ? 201 : 200, { 'content-type': 'application/json' });
        response.end(JSON.stringify(body ?? []));
      });
    });
  });
  const read = async (method: string, url: string, type: string, body: Buffer) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    const slug = searchParams.get('slug') ?? '';
    if (method === 'POST' && pathname.endsWith('/secrets')) {
      const sent = JSON.parse(body.toString()) as { name: string; value: string }[];
      for (const { name, value } of sent) secrets.set(name, value);
      return {};
    }
    if (method === 'DELETE' && pathname.endsWith('/secrets')) {
      for (const name of JSON.parse(body.toString()) as string[]) secrets.delete(name);
      return {};
    }
    if (!pathname.endsWith('/functions/deploy')) {
      const route = `${method} ${pathname}`;
      if (body.length === 0) return responses[route];
      const sent: unknown = JSON.parse(body.toString());
      requests.set(route, sent);
      return responses[route] ?? sent;
    }
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
    name: 'test',
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
    requests,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      await rm(folder, { recursive: true });
    },
  };
}
